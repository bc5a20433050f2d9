import type { HookUser } from 'express-incoming-webhooks'
import {
  DEFAULT_SETTINGS,
  type PostsAdapter,
  type SettingsAdapter,
  type UsersAdapter,
} from 'express-incoming-webhooks/adapters'

// Compiled, never run. Adapters may be objects or classes, synchronous or not.
export const immediate: SettingsAdapter['get'] = () => ({
  ...DEFAULT_SETTINGS,
  enableIncomingWebhooks: false,
})

export const fromJson: SettingsAdapter['get'] = () => ({
  ...DEFAULT_SETTINGS,
  ...Object.fromEntries(new Map<string, unknown>()),
})

/** A record of the host may hold more than the library asks for. */
interface Person extends HookUser {
  readonly phone: string
}

export class People implements UsersAdapter {
  readonly #people: readonly Person[]

  constructor(people: readonly Person[]) {
    this.#people = people
  }

  async findByIds(ids: readonly string[]): Promise<readonly Person[]> {
    return this.#people.filter(({ id }) => ids.includes(id))
  }

  findByUsernames(usernames: readonly string[]): readonly Person[] {
    return this.#people.filter(({ username }) => usernames.includes(username))
  }

  findCredentials(): null {
    return null
  }
}

// @ts-expect-error: absence is null, not undefined
export const absent: PostsAdapter['findById'] = () => undefined

// @ts-expect-error: what was stored earlier says its fingerprint and its warnings
export const unstored: PostsAdapter['createBatch'] = () => ({
  stored: false,
  earlier: { posts: [] },
})
