import type {
  CountersAdapter,
  DeliveryAdapters,
  ManagementAdapters,
  MaybePromise,
  SessionsAdapter,
  UsersAdapter,
} from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { User } from '../model/records.js'
import { AdapterResults } from './adapter-results.js'
import { CallDeadlines, isThenable } from './call-deadlines.js'
import type { TellMistake } from './host-mistakes.js'

/** The error for a call that timed out, depending on whether it may have stored something. */
type Late = 'storage_unavailable' | 'storage_timeout'

type Method<A extends readonly unknown[], R> = (...args: A) => MaybePromise<R>

/**
 * The adapters of a host as the rest of the library calls them. Each call has a timeout, and each
 * result has the shape of its type. Failures of either are logged once per method.
 */
export class HostAdapters {
  readonly #deadlines: CallDeadlines
  readonly #results: AdapterResults
  readonly #tell: TellMistake

  /** `timeout`: milliseconds that a call may take; 0 for no limit. */
  constructor(timeout: number, tell: TellMistake) {
    this.#deadlines = new CallDeadlines(timeout)
    this.#results = new AdapterResults(tell)
    this.#tell = tell
  }

  delivery(adapters: DeliveryAdapters): DeliveryAdapters {
    const { users, channels, posts, webhooks, settings, counters } = adapters
    const { record, recordOrNull, permission, batchResult, batchOrNull } = this.#results
    return {
      users: this.#users(users),
      channels: {
        findById: this.#read('channels.findById', (id) => channels.findById(id), recordOrNull),
        findByName: this.#read(
          'channels.findByName',
          (name, teamId) => channels.findByName(name, teamId),
          recordOrNull,
        ),
        findDirect: this.#read(
          'channels.findDirect',
          (userId, other) => channels.findDirect(userId, other),
          recordOrNull,
        ),
        // It may create a channel, but it stores no message.
        createDirect: this.#read(
          'channels.createDirect',
          (userId, other) => channels.createDirect(userId, other),
          record,
        ),
        canPost: this.#read(
          'channels.canPost',
          (user, channel) => channels.canPost(user, channel),
          permission,
        ),
      },
      posts: {
        promises: posts.promises,
        createBatch: this.#write(
          'posts.createBatch',
          (batch) => posts.createBatch(batch),
          batchResult,
        ),
        findBatch: this.#read(
          'posts.findBatch',
          (webhookId, key) => posts.findBatch(webhookId, key),
          batchOrNull,
        ),
        findById: this.#read('posts.findById', (id) => posts.findById(id), recordOrNull),
      },
      webhooks: {
        findByKeyDigest: this.#read(
          'webhooks.findByKeyDigest',
          (digest) => webhooks.findByKeyDigest(digest),
          this.#results.webhookOrNull,
        ),
        touch: this.#read('webhooks.touch', (id, at, key) => webhooks.touch(id, at, key), asIs),
      },
      settings: { get: this.#read('settings.get', () => settings.get(), this.#results.settings) },
      ...(counters ? { counters: this.#counters(counters) } : {}),
    }
  }

  management(adapters: ManagementAdapters): ManagementAdapters {
    const { channels, posts, webhooks, settings } = adapters
    const results = this.#results
    const { recordOrNull, records, permission } = results
    const delivery = this.delivery(adapters)
    return {
      ...delivery,
      channels: {
        ...delivery.channels,
        listFor: this.#read(
          'channels.listFor',
          (user, options) => channels.listFor(user, options),
          records,
        ),
      },
      posts: {
        ...delivery.posts,
        update: this.#write(
          'posts.update',
          (id, changes, expectedUpdateAt) => posts.update(id, changes, expectedUpdateAt),
          recordOrNull,
        ),
      },
      webhooks: {
        ...delivery.webhooks,
        findById: this.#read(
          'webhooks.findById',
          (id) => webhooks.findById(id),
          results.webhookOrNull,
        ),
        list: this.#read('webhooks.list', (filter) => webhooks.list(filter), results.webhooks),
        create: this.#write(
          'webhooks.create',
          (webhook) => webhooks.create(webhook),
          results.webhook,
        ),
        update: this.#write(
          'webhooks.update',
          (id, changes, expectedUpdateAt) => webhooks.update(id, changes, expectedUpdateAt),
          results.webhookOrNull,
        ),
        delete: this.#write('webhooks.delete', (id) => webhooks.delete(id), permission),
      },
      settings: {
        ...delivery.settings,
        update: this.#write(
          'settings.update',
          (changes) => settings.update(changes),
          this.#results.settings,
        ),
      },
    }
  }

  signIn(users: UsersAdapter, sessions: SessionsAdapter): SignInAdapters {
    return {
      users: {
        ...this.#users(users),
        findCredentials: this.#read(
          'users.findCredentials',
          (loginId) => users.findCredentials(loginId),
          asIs,
        ),
      },
      sessions: {
        create: this.#read('sessions.create', (session) => sessions.create(session), asIs),
        find: this.#read('sessions.find', (id) => sessions.find(id), this.#results.recordOrNull),
        delete: this.#write('sessions.delete', (id) => sessions.delete(id), asIs),
        deleteForUser: this.#write(
          'sessions.deleteForUser',
          (userId) => sessions.deleteForUser(userId),
          asIs,
        ),
      },
    }
  }

  /** The host's `currentUser`; `R` is the type of its requests. */
  currentUser<R>(
    ask: (req: R) => MaybePromise<User | null>,
  ): (req: R) => MaybePromise<User | null> {
    return this.#read(
      'currentUser',
      (req: R) => ask(req),
      (name, user: User | null) =>
        user ? this.#results.user(this.#results.record(name, user)) : null,
    )
  }

  #users(users: DeliveryAdapters['users']): DeliveryAdapters['users'] {
    const { users: usersOf } = this.#results
    return {
      findByIds: this.#read('users.findByIds', (ids) => users.findByIds(ids), usersOf),
      findByUsernames: this.#read(
        'users.findByUsernames',
        (usernames) => users.findByUsernames(usernames),
        usersOf,
      ),
    }
  }

  #counters(counters: CountersAdapter): CountersAdapter {
    return {
      take: this.#read(
        'counters.take',
        (key, limit, cost) => counters.take(key, limit, cost),
        this.#results.taken,
      ),
      reset: this.#read('counters.reset', (key) => counters.reset(key), asIs),
    }
  }

  /** A method that cannot have stored any part of a message. */
  #read<A extends readonly unknown[], R>(
    name: string,
    call: Method<A, R>,
    check: (name: string, result: R) => R,
  ): Method<A, R> {
    return this.#method(name, call, check, 'storage_unavailable')
  }

  /** A method whose outcome is unknown if it times out. */
  #write<A extends readonly unknown[], R>(
    name: string,
    call: Method<A, R>,
    check: (name: string, result: R) => R,
  ): Method<A, R> {
    return this.#method(name, call, check, 'storage_timeout')
  }

  #method<A extends readonly unknown[], R>(
    name: string,
    call: Method<A, R>,
    check: (name: string, result: R) => R,
    late: Late,
  ): Method<A, R> {
    const giveUp = (): WebhookError => {
      this.#tell('EIW_ADAPTER_TIMEOUT', { method: name })
      if (late === 'storage_timeout') return new WebhookError(late)
      return new WebhookError(late, {
        detail: 'the storage did not respond in time; nothing was stored',
      })
    }
    return (...args) => {
      const result = this.#deadlines.limit(call(...args), giveUp)
      // A synchronous result stays synchronous.
      return isThenable(result) ? result.then((found) => check(name, found)) : check(name, result)
    }
  }
}

export interface SignInAdapters {
  readonly users: UsersAdapter
  readonly sessions: SessionsAdapter
}

function asIs<R>(_name: string, result: R): R {
  return result
}
