const DELIVERY = {
  users: ['findByIds', 'findByUsernames'],
  channels: ['findById', 'findByName', 'findDirect', 'createDirect', 'canPost'],
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

const COUNTERS = { counters: ['take', 'reset'] } as const

/** The methods that each declared guarantee of the posts adapter needs. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  once: ['findBatch'],
  consecutive: [],
  threads: ['findById'],
}

/** Which methods are required: all, all except sign-in, or those of deliveries. */
export type AdapterNeeds = 'all' | 'management' | 'delivery'

/** Throws a `TypeError` that lists every missing method of a host's adapters. */
export function checkAdapters(adapters: unknown, needs: AdapterNeeds): void {
  const missing = [
    ...missingIn(adapters, DELIVERY),
    ...(needs === 'delivery' ? [] : missingIn(adapters, MANAGEMENT)),
    ...(needs === 'all' ? missingIn(adapters, SIGN_IN) : []),
    ...missingPromised(adapters),
    // Counters are optional, but an incomplete adapter would fail at the first rejection.
    ...(member(adapters, 'counters') === undefined ? [] : missingIn(adapters, COUNTERS)),
  ]
  if (missing.length === 0) return
  throw new TypeError(
    `adapters: missing ${[...new Set(missing)].join(', ')}. ` +
      'Each must be a function; see the types Adapters, ManagementAdapters and DeliveryAdapters.',
  )
}

/** Whether the library signs users in with these adapters. */
export function hasSessions(adapters: unknown): boolean {
  return member(adapters, 'sessions') !== undefined
}

function missingIn(
  adapters: unknown,
  needed: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return Object.entries(needed).flatMap(([name, methods]) =>
    methods
      .filter((method) => typeof member(member(adapters, name), method) !== 'function')
      .map((method) => `${name}.${method}`),
  )
}

function missingPromised(adapters: unknown): readonly string[] {
  const posts = member(adapters, 'posts')
  const promises = member(posts, 'promises')
  if (!Array.isArray(promises)) return ['posts.promises (a list, which may be empty)']
  return promises.flatMap((promise: unknown) => {
    const name = String(promise)
    const methods = Object.hasOwn(PROMISED, name) ? PROMISED[name] : undefined
    if (!methods) return [`a known promise instead of ${JSON.stringify(promise)}`]
    return missingIn(adapters, { posts: methods })
  })
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return found
}
