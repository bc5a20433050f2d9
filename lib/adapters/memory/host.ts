import type {
  HookChannel,
  Credentials,
  IncomingWebhook,
  Session,
  HookSettings,
  HookUser,
} from '../../model/records.js'
import type { KeptPosts } from './kept-posts.js'
import type { IncidentsByWebhook, KeptBatch } from './posts.js'

/** The data of the memory adapters; fill it to prepare a test or a demo. Nothing survives the process. */
export interface MemoryHost {
  /** By id. */
  readonly users: Map<string, HookUser>
  /** Ids of users, by the host of a forge, `/` and their login there, all in lower case. */
  readonly logins: Map<string, string>
  /** By user id. */
  readonly credentials: Map<string, Credentials>
  /** By id. */
  readonly channels: Map<string, HookChannel>
  /** The ids of members, by channel id. */
  readonly members: Map<string, Set<string>>
  /** By id, oldest first. */
  readonly posts: KeptPosts
  /** Batches with an idempotency key, by webhook id, a space and the key. */
  readonly batches: Map<string, KeptBatch>
  /** Incidents, by webhook id. */
  readonly incidents: IncidentsByWebhook
  /** By id. */
  readonly webhooks: Map<string, IncomingWebhook>
  /** By id. */
  readonly sessions: Map<string, Session>
  /** All settings. */
  settings: HookSettings
}
