import type { Guarantee } from './types.js'

type Needs = Readonly<Record<string, readonly string[]>>

const DELIVERY = {
  users: ['findByIds', 'findByUsernames'],
  channels: ['findById', 'findByName', 'canPost'],
  posts: ['createBatch'],
  webhooks: ['findByKeyDigest', 'touch'],
  settings: ['get'],
} as const

const MANAGEMENT = {
  channels: ['listFor'],
  posts: ['update', 'findById'],
  webhooks: ['findById', 'list', 'create', 'update', 'delete'],
  settings: ['update'],
} as const

const SIGN_IN = {
  users: ['findCredentials'],
  sessions: ['create', 'find', 'delete', 'deleteForUser'],
} as const

/** Methods that may be left out. */
const OPTIONAL = {
  posts: ['newIds', 'delete'],
  users: ['listFor'],
  webhooks: ['hasTransactions'],
} as const

/** Adapters that may be left out, but only as a whole: an incomplete one would fail at its first use. */
const COUNTERS = { counters: ['take', 'reset'] } as const
const DIAGNOSTICS = {
  deliveries: ['append', 'list', 'deleteFor'],
  logs: ['append', 'page'],
} as const

/** The methods that each guarantee needs. */
const GUARANTEED: Readonly<Record<Guarantee, Needs>> = {
  once: { posts: ['findBatch'] },
  consecutive: {},
  threads: { posts: ['findById'] },
  incidents: { posts: ['findById', 'findIncident', 'listIncidents'] },
  direct: { channels: ['findDirect', 'createDirect'] },
}

/** Which methods are required: all, all except sign-in, or those of deliveries. */
export type AdapterNeeds = 'all' | 'management' | 'delivery'

/** Throws a `TypeError` that lists every method of a host's adapters that is missing or not a function. */
export function checkAdapters(adapters: unknown, needs: AdapterNeeds): void {
  if (typeof adapters !== 'object' || adapters === null) {
    throw new TypeError('adapters: missing. Pass your adapters (docs/writing-adapters.md).')
  }
  const guarantees = guaranteesOf(adapters)
  const missing = [
    ...missingIn(adapters, DELIVERY),
    ...(needs === 'delivery' ? [] : missingIn(adapters, MANAGEMENT)),
    ...(needs === 'all' ? missingIn(adapters, SIGN_IN) : []),
    ...guarantees.flatMap((guarantee) => missingIn(adapters, GUARANTEED[guarantee])),
    ...missingIn(adapters, OPTIONAL, (method) => method === undefined || method === null),
    ...missingIn(adapters, givenOf(adapters, COUNTERS)),
    ...(needs === 'delivery' ? [] : missingIn(adapters, givenOf(adapters, DIAGNOSTICS))),
  ]
  if (missing.length === 0) return
  const ownSignIn = missing.includes('sessions.create')
    ? 'If your app has its own sign-in, pass currentUser instead of users.findCredentials and sessions. '
    : ''
  throw new TypeError(
    `adapters: missing or not a function: ${[...new Set(missing)].join(', ')}. ` +
      `${ownSignIn}See docs/writing-adapters.md.`,
  )
}

/** Whether the library signs users in with these adapters. */
export function hasSessions(adapters: unknown): boolean {
  return member(adapters, 'sessions') !== undefined
}

function missingIn(
  adapters: unknown,
  methods: Needs,
  mayBe: (method: unknown) => boolean = () => false,
): readonly string[] {
  return Object.entries(methods).flatMap(([name, ofAdapter]) =>
    ofAdapter
      .filter((method) => {
        const found = member(member(adapters, name), method)
        return typeof found !== 'function' && !mayBe(found)
      })
      .map((method) => `${name}.${method}`),
  )
}

/** The adapters that the host provides. */
function givenOf(adapters: unknown, methods: Needs): Needs {
  const given = Object.entries(methods).filter(([name]) => member(adapters, name) !== undefined)
  return Object.fromEntries(given)
}

function guaranteesOf(adapters: unknown): readonly Guarantee[] {
  const guarantees = member(adapters, 'guarantees')
  const known = Object.keys(GUARANTEED).join(', ')
  if (!Array.isArray(guarantees)) {
    throw new TypeError(
      `adapters.guarantees must be a list, which may be empty, of any of these: ${known}.`,
    )
  }
  return guarantees.map((guarantee: unknown) => {
    if (isGuarantee(guarantee)) return guarantee
    const text = JSON.stringify(guarantee)
    throw new TypeError(`adapters.guarantees contains ${text}, which is not one of ${known}.`)
  })
}

function isGuarantee(value: unknown): value is Guarantee {
  return typeof value === 'string' && Object.hasOwn(GUARANTEED, value)
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return found
}
