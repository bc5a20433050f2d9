import type { Adapters, Guarantee } from '../adapters/types.js'
import { randomIds } from './random-ids.js'
import { readDelivery, readKeptDelivery, readLine } from './read-deliveries.js'
import { readChannel, readClaim, readPermission, readUser } from './read-host-records.js'
import { readIncident } from './read-incidents.js'
import {
  readBatch,
  readCredentials,
  readIds,
  readPost,
  readResult,
  readSession,
  readSettings,
  readTaken,
  readWebhook,
} from './read-records.js'
import { byId, byIds, listedOf, listOf, nothing, orNull, pageOf, type Read } from './readers.js'

// To add a method of an adapter, declare it in `adapters/types.ts` and add a line to this table. The rest
// follows: the check at start, the deadline, the check of each result, and the type that the library calls.

/** Who needs a method: deliveries, management, sign-in, a guarantee, or an adapter that is given as a whole. */
export type Need =
  | 'delivery'
  | 'management'
  | 'signIn'
  | Guarantee
  | 'counters'
  | 'deliveries'
  | 'logs'

export const GUARANTEES: Readonly<Record<Guarantee, true>> = {
  once: true,
  consecutive: true,
  threads: true,
  incidents: true,
  direct: true,
}

export function isGuarantee(value: unknown): value is Guarantee {
  return typeof value === 'string' && Object.hasOwn(GUARANTEES, value)
}

/** How a function of the host is called. */
export interface Asks<Result> {
  /** Makes exactly a `Result` of what the host returns. */
  readonly read: Read<Result>
  /** Whether a call that timed out may have stored something. Default: it has not. */
  readonly late?: 'unknown' | undefined
}

interface Method<Result, Needed extends Need> extends Asks<Result> {
  /** Who cannot do without it. Empty: the host may leave it out. */
  readonly needs: readonly Needed[]
}

/** A line of the table. Without `read`, the method is not one that the rest of the library calls. */
export interface Row extends Partial<Asks<unknown>> {
  readonly needs: readonly Need[]
  /** Called instead of a method that the host has left out. */
  readonly otherwise?: (...args: never[]) => unknown
}

/** The adapters of a host, all of them and with all their methods. */
export type AllAdapters = Required<Omit<Adapters, 'guarantees'>>

export const METHODS = {
  users: {
    findByIds: method(byIds(readUser), 'delivery'),
    findByUsernames: method(listOf(readUser), 'delivery'),
    findByLogins: method(listOf(readClaim)),
    findCredentials: method(orNull(readCredentials), 'signIn'),
    listFor: method(listOf(readUser)),
    listDeactivated: method(listOf(readUser)),
  },
  channels: {
    findById: method(byId(readChannel), 'delivery'),
    findByName: method(orNull(readChannel), 'delivery'),
    canPost: method(readPermission, 'delivery'),
    listFor: method(listOf(readChannel), 'management'),
    findDirect: method(orNull(readChannel), 'direct'),
    // It may create a channel, but it stores no message.
    createDirect: method(readChannel, 'direct'),
  },
  posts: {
    createBatch: writes(readResult, 'delivery'),
    newIds: { ...method(readIds), otherwise: randomIds },
    findBatch: method(orNull(readBatch), 'once'),
    update: writes(orNull(readPost), 'management'),
    findById: method(byId(readPost), 'management', 'threads', 'incidents'),
    findIncident: method(orNull(readIncident), 'incidents'),
    listIncidents: method(pageOf(readIncident), 'incidents'),
    delete: writes(readPermission),
  },
  webhooks: {
    findByKeyDigest: method(orNull(readWebhook), 'delivery'),
    touch: method(nothing, 'delivery'),
    noteResult: method(nothing),
    listExpecting: method(listOf(readWebhook)),
    findById: method(byId(readWebhook), 'management'),
    list: method(listedOf(readWebhook), 'management'),
    listAttention: method(orNull(listOf(readWebhook))),
    create: writes(readWebhook, 'management'),
    update: writes(orNull(readWebhook), 'management'),
    delete: writes(readPermission, 'management'),
    // Called once, as it is, when the routers are created.
    hasTransactions: { needs: [] },
  },
  settings: {
    get: method(readSettings, 'delivery'),
    update: writes(readSettings, 'management'),
  },
  sessions: {
    create: method(nothing, 'signIn'),
    find: method(orNull(readSession), 'signIn'),
    delete: writes(nothing, 'signIn'),
    deleteForUser: writes(nothing, 'signIn'),
  },
  counters: {
    take: method(readTaken, 'counters'),
    reset: method(nothing, 'counters'),
  },
  deliveries: {
    append: method(nothing, 'deliveries'),
    list: method(listOf(readDelivery), 'deliveries'),
    latest: method(listOf(readDelivery)),
    find: method(orNull(readKeptDelivery)),
    prune: method(nothing),
    deleteFor: method(nothing, 'deliveries'),
  },
  logs: {
    append: method(nothing, 'logs'),
    page: method(listOf(readLine), 'logs'),
  },
} satisfies Rows<AllAdapters>

/** The table, for whoever goes through all of it. */
export const ADAPTERS: Readonly<Record<string, Readonly<Record<string, Row>>>> = METHODS

type Rows<Host> = {
  readonly [A in keyof Host]: { readonly [M in keyof Host[A]]-?: Row }
}

/** A method that cannot have stored any part of a message. */
function method<Result, Needed extends Need = never>(
  read: Read<Result>,
  ...needs: readonly Needed[]
): Method<Result, NoInfer<Needed>> {
  return { read, needs }
}

/** A method whose outcome is unknown if it times out. */
function writes<Result, Needed extends Need = never>(
  read: Read<Result>,
  ...needs: readonly Needed[]
): Method<Result, NoInfer<Needed>> {
  return { read, late: 'unknown', needs }
}
