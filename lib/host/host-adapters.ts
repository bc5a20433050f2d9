import type {
  CheckedChannels,
  CheckedDelivery,
  CheckedManagement,
  CheckedSignIn,
} from '../adapters/checked.js'
import type { PostChanges } from '../adapters/incidents.js'
import type {
  CountersAdapter,
  DeliveryAdapters,
  Guarantee,
  ManagementAdapters,
  MaybePromise,
  SessionsAdapter,
  UsersAdapter,
} from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { User } from '../model/records.js'
import { AdapterResults } from './adapter-results.js'
import { CallDeadlines, isThenable } from './call-deadlines.js'
import { listsOfChannels } from './channel-lists.js'
import { type CheckMethod, hostDeliveries, hostLogs } from './host-diagnostics.js'
import type { TellMistake } from './host-mistakes.js'
import { hostListedUsers, hostSignInUsers, hostUsers } from './host-users.js'
import { withKeptFields } from './kept-fields.js'
import { RandomIds } from './random-ids.js'
import {
  readBatch,
  readIds,
  readPage,
  readPost,
  readResult,
  readSession,
  readTaken,
  readWebhook,
} from './read-records.js'
import { readIncident, readIncidents } from './read-incidents.js'
import { listOf, nothing, orNull, type Read } from './readers.js'

/** Delivery adapters with any guarantees: methods that only some of them need may be missing. */
export type AnyDelivery = Omit<DeliveryAdapters<never>, 'guarantees'> & AnyGuarantees
/** Management adapters with any guarantees. */
export type AnyManagement = Omit<ManagementAdapters<never>, 'guarantees'> & AnyGuarantees

interface AnyGuarantees {
  readonly guarantees: readonly Guarantee[]
}

/** The error for a call that timed out, depending on whether it may have stored something. */
type Late = 'storage_unavailable' | 'storage_timeout'

type Call<A extends readonly unknown[], R> = (...args: A) => MaybePromise<R>

/**
 * Turns the adapters of a host into those that the rest of the library calls. Each call has a timeout,
 * and each result gets exactly its type. Failures of either are logged once per method.
 */
export class HostAdapters {
  readonly #deadlines: CallDeadlines
  readonly #results: AdapterResults
  readonly #tell: TellMistake
  readonly #ids = new RandomIds()

  /** `timeout`: milliseconds that a call may take; 0 for no limit. */
  constructor(timeout: number, tell: TellMistake) {
    this.#deadlines = new CallDeadlines(timeout)
    this.#results = new AdapterResults(tell)
    this.#tell = tell
  }

  delivery(adapters: AnyDelivery): CheckedDelivery {
    const { posts, webhooks, settings, counters } = adapters
    return {
      guarantees: new Set(adapters.guarantees),
      users: hostUsers(adapters.users, this.#check, this.#results.user),
      channels: this.#channels(adapters.channels),
      posts: {
        createBatch: this.#write(
          'posts.createBatch',
          ({ posts: given, ...parts }) => posts.createBatch({ posts: [...given], ...parts }),
          readResult,
        ),
        newIds: (count) => {
          if (!posts.newIds) return Array.from({ length: count }, () => this.#ids.next())
          const given = (): MaybePromise<unknown> => posts.newIds?.(count)
          return this.#read('posts.newIds', given, (ids) => readIds(ids, count))()
        },
        findBatch: this.#read(
          'posts.findBatch',
          (webhookId, key) => posts.findBatch?.(webhookId, key),
          orNull(readBatch),
        ),
        findById: this.#read('posts.findById', (id) => posts.findById?.(id), orNull(readPost)),
        ...this.#changes(posts),
        findIncident: this.#read(
          'posts.findIncident',
          (...of) => posts.findIncident?.(...of),
          orNull(readIncident),
        ),
        listIncidents: this.#read(
          'posts.listIncidents',
          (webhookId, page) => posts.listIncidents?.(webhookId, page),
          readIncidents,
        ),
      },
      webhooks: {
        findByKeyDigest: this.#read(
          'webhooks.findByKeyDigest',
          (digest) => webhooks.findByKeyDigest(digest),
          orNull(readWebhook),
        ),
        touch: this.#read('webhooks.touch', (id, at, key) => webhooks.touch(id, at, key), nothing),
      },
      settings: { get: this.#read('settings.get', () => settings.get(), this.#results.settings) },
      ...(counters ? { counters: this.#counters(counters) } : {}),
    }
  }

  management(adapters: AnyManagement): CheckedManagement {
    const { users, channels, posts, webhooks, settings, deliveries, logs } = adapters
    const delivery = this.delivery(adapters)
    const check = this.#check
    return {
      ...delivery,
      users: hostListedUsers(users, check, this.#results.user),
      channels: {
        ...delivery.channels,
        listFor: this.#read(
          'channels.listFor',
          (user, options) => channels.listFor(user, options),
          listOf(this.#results.channel),
        ),
      },
      posts: {
        ...delivery.posts,
        update: this.#write(
          'posts.update',
          (id, changes, expectedVersion) => posts.update(id, changes, expectedVersion),
          orNull(readPost),
        ),
      },
      webhooks: withKeptFields(
        {
          ...delivery.webhooks,
          findById: this.#read(
            'webhooks.findById',
            (id) => webhooks.findById(id),
            orNull(readWebhook),
          ),
          list: listsOfChannels(
            this.#read('webhooks.list', (filter) => webhooks.list(filter), readPage),
            this.#tell,
          ),
          create: this.#write(
            'webhooks.create',
            (webhook) => webhooks.create(webhook),
            readWebhook,
          ),
          update: this.#write(
            'webhooks.update',
            (id, changes, expectedVersion) => webhooks.update(id, changes, expectedVersion),
            orNull(readWebhook),
          ),
          delete: this.#write(
            'webhooks.delete',
            (id) => webhooks.delete(id),
            (done) => this.#results.permission('webhooks.delete', done),
          ),
        },
        this.#tell,
      ),
      settings: {
        ...delivery.settings,
        update: this.#write(
          'settings.update',
          (changes) => settings.update(changes),
          this.#results.settings,
        ),
      },
      ...(deliveries ? { deliveries: hostDeliveries(deliveries, check) } : {}),
      ...(logs ? { logs: hostLogs(logs, check) } : {}),
    }
  }

  signIn(users: UsersAdapter, sessions: SessionsAdapter): CheckedSignIn {
    return { users: this.signInUsers(users), sessions: this.sessions(sessions) }
  }

  signInUsers(users: UsersAdapter): CheckedSignIn['users'] {
    return hostSignInUsers(users, this.#check, this.#results.user)
  }

  sessions(sessions: SessionsAdapter): SessionsAdapter {
    return {
      create: this.#read('sessions.create', (session) => sessions.create(session), nothing),
      find: this.#read('sessions.find', (id) => sessions.find(id), orNull(readSession)),
      delete: this.#write('sessions.delete', (id) => sessions.delete(id), nothing),
      deleteForUser: this.#write(
        'sessions.deleteForUser',
        (userId) => sessions.deleteForUser(userId),
        nothing,
      ),
    }
  }

  /** The host's `currentUser`; `R` is the type of its requests. */
  currentUser<R>(ask: Call<[req: R], User | null>): Call<[req: R], User | null> {
    return this.#read('currentUser', (req: R) => ask(req), orNull(this.#results.user))
  }

  /** The host's `onSignIn`; `A` are its arguments. */
  onSignIn<A extends readonly unknown[]>(tell: Call<A, void>): Call<A, void> {
    return this.#read('onSignIn', tell, nothing)
  }

  #changes(posts: AnyDelivery['posts']): Pick<CheckedDelivery['posts'], 'update' | 'delete'> {
    const update = this.#write(
      'posts.update',
      (id: string, changes: PostChanges, version: number) => posts.update?.(id, changes, version),
      orNull(readPost),
    )
    const remove = this.#write(
      'posts.delete',
      (id: string) => posts.delete?.(id),
      (done) => this.#results.permission('posts.delete', done),
    )
    return { ...(posts.update && { update }), ...(posts.delete && { delete: remove }) }
  }

  #channels(channels: AnyDelivery['channels']): CheckedChannels {
    return {
      findById: this.#read(
        'channels.findById',
        (id) => channels.findById(id),
        orNull(this.#results.channel),
      ),
      findByName: this.#read(
        'channels.findByName',
        (...named) => channels.findByName(...named),
        orNull(this.#results.channel),
      ),
      findDirect: this.#read(
        'channels.findDirect',
        (userId, other) => channels.findDirect?.(userId, other),
        orNull(this.#results.channel),
      ),
      // It may create a channel, but it stores no message.
      createDirect: this.#read(
        'channels.createDirect',
        (userId, other, teamId) => channels.createDirect?.(userId, other, teamId),
        this.#results.channel,
      ),
      canPost: this.#read(
        'channels.canPost',
        (user, channel) => channels.canPost(user, channel),
        (answer) => this.#results.permission('channels.canPost', answer),
      ),
    }
  }

  #counters(counters: CountersAdapter): CountersAdapter {
    return {
      take: this.#read(
        'counters.take',
        (key, limit, cost) => counters.take(key, limit, cost),
        readTaken,
      ),
      reset: this.#read('counters.reset', (key) => counters.reset(key), nothing),
    }
  }

  readonly #check: CheckMethod = (...method) => this.#read(...method)

  /** A method that cannot have stored any part of a message. */
  #read<A extends readonly unknown[], R>(
    name: string,
    call: Call<A, unknown>,
    read: Read<R>,
  ): Call<A, R> {
    return this.#method(name, call, read, 'storage_unavailable')
  }

  /** A method whose outcome is unknown if it times out. */
  #write<A extends readonly unknown[], R>(
    name: string,
    call: Call<A, unknown>,
    read: Read<R>,
  ): Call<A, R> {
    return this.#method(name, call, read, 'storage_timeout')
  }

  #method<A extends readonly unknown[], R>(
    name: string,
    call: Call<A, unknown>,
    read: Read<R>,
    late: Late,
  ): Call<A, R> {
    const giveUp = (): WebhookError => {
      this.#tell('EIW_ADAPTER_TIMEOUT', { method: name })
      if (late === 'storage_timeout') return new WebhookError(late)
      return new WebhookError(late, {
        detail: 'the storage did not respond in time; nothing was stored',
      })
    }
    return (...args) => {
      try {
        const result = this.#deadlines.limit(call(...args), giveUp)
        // A synchronous result stays synchronous.
        return isThenable(result)
          ? result.then(
              (found) => this.#results.read(name, found, read),
              (error: unknown) => {
                throw this.#results.thrown(name, error)
              },
            )
          : this.#results.read(name, result, read)
      } catch (error) {
        // Thrown inside a list for Promise.all, it would leave a rejection before it unhandled.
        return Promise.reject(this.#results.thrown(name, error))
      }
    }
  }
}
