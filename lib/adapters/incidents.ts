import type { HookPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'

// Part of the contract of `PostsAdapter`, apart because only hosts with the guarantee `incidents` need it.

/** What changes in a post. Members that are absent stay as they are. */
export interface PostChanges {
  /** The new text. */
  readonly message?: string
  /** The new properties, all of them: they replace the stored ones. */
  readonly props?: HookPost['props']
  /** The new version. */
  readonly version: number
}

/** A change of a post in the commit of a batch. */
export interface PostEdit {
  /** The id of the post. */
  readonly id: string
  /** What to write. */
  readonly changes: PostChanges
  /** The version that the stored post must have. Otherwise nothing of the batch is stored. */
  readonly expectedVersion: number
}

/** An incident to write in the commit of a batch. */
export interface IncidentWrite {
  /**
   * With its new version. Its `postId` is `''` if the first post of the batch is to show it. Keep all of
   * its members, as JSON: a newer version may have written some that this one does not name.
   */
  readonly incident: HookIncident
  /** Null: there must be no such incident, or only one that has expired. */
  readonly expectedVersion: number | null
}

/** A record as the host returns it. Values of JSON columns need no cast: they are checked. */
export type Unchecked<Values> = { readonly [Name in keyof Values]?: unknown }

/** The methods that the guarantee `incidents` needs. */
export interface KeptIncidents {
  /** The incident of this key; null if there is none or it has expired. */
  findIncident(
    webhookId: string,
    channelId: string,
    key: string,
  ): Unchecked<HookIncident> | null | Promise<Unchecked<HookIncident> | null>
  /**
   * Incidents of a webhook that have not expired, the latest first.
   *
   * By `lastAt`. `total` counts all of them. At least the 10,000 latest of each webhook must be kept; older
   * ones may be deleted.
   */
  listIncidents(
    webhookId: string,
    page: {
      /** How many of the latest incidents to leave out. */
      readonly offset: number
      /** The most incidents to return. */
      readonly limit: number
    },
  ): IncidentPage | Promise<IncidentPage>
}

/** A part of the incidents of a webhook. */
interface IncidentPage {
  /** The incidents of this page. */
  readonly items: readonly Unchecked<HookIncident>[]
  /** How many incidents there are on all pages. */
  readonly total: number
}
