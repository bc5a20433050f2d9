import { ADAPTERS, GUARANTEES, isGuarantee, type Need } from '../host/methods.js'

/**
 * Which methods are required: all, also where the host signs its users in besides, all except sign-in,
 * or those of deliveries.
 */
export type AdapterNeeds = 'all' | 'bothSignIns' | 'management' | 'delivery'

const REQUIRED: Readonly<Record<AdapterNeeds, readonly Need[]>> = {
  delivery: ['delivery'],
  management: ['delivery', 'management'],
  bothSignIns: ['delivery', 'management', 'signIn'],
  all: ['delivery', 'management', 'signIn'],
}

const CREDENTIALS = 'users.findCredentials'
const KNOWN = Object.keys(GUARANTEES).join(', ')
const NO_GUARANTEES = `adapters.guarantees must be a list, which may be empty, of any of these: ${KNOWN}.`

/** Throws a `TypeError` that lists every method of a host's adapters that is missing or not a function. */
export function checkAdapters(adapters: unknown, needs: AdapterNeeds) {
  if (typeof adapters !== 'object' || adapters === null) {
    throw new TypeError('adapters: missing. Pass your adapters (docs/writing-adapters.md).')
  }
  const given = member(adapters, 'guarantees')
  const guarantees = Array.isArray(given) ? given.map(knownGuarantee) : []
  // Only as a whole: an incomplete one would fail at its first use.
  const optional: readonly Need[] =
    needs === 'delivery' ? ['counters', 'deliveries'] : ['counters', 'deliveries', 'logs']
  const whole = optional.filter((name) => isGiven(member(adapters, name)))
  const missing = missingIn(adapters, new Set([...REQUIRED[needs], ...guarantees, ...whole]))
  const faults = [
    ...(missing.length === 0
      ? []
      : [`adapters: missing or not a function: ${missing.join(', ')}.`, ...remedy(missing, needs)]),
    ...(Array.isArray(given) ? [] : [NO_GUARANTEES]),
  ]
  if (faults.length > 0) throw new TypeError(`${faults.join(' ')} See docs/writing-adapters.md.`)
}

function remedy(missing: readonly string[], needs: AdapterNeeds): readonly string[] {
  if (!missing.some((method) => method === CREDENTIALS || method.startsWith('sessions.'))) return []
  if (needs === 'bothSignIns') {
    return ['If users sign in only with your currentUser, leave out adapters.sessions.']
  }
  return missing.includes('sessions.create')
    ? [`If your app has its own sign-in, pass currentUser instead of ${CREDENTIALS} and sessions.`]
    : []
}

/** Whether the library signs users in with these adapters. */
export function hasSessions(adapters: unknown) {
  return isGiven(member(adapters, 'sessions'))
}

function missingIn(adapters: unknown, needed: ReadonlySet<Need>): readonly string[] {
  return Object.entries(ADAPTERS).flatMap(([name, methods]) =>
    Object.entries(methods)
      .filter(([method, row]) => {
        const found = member(member(adapters, name), method)
        if (typeof found === 'function') return false
        const { needs } = row
        return needs.length === 0 ? isGiven(found) : needs.some((need) => needed.has(need))
      })
      .map(([method]) => `${name}.${method}`),
  )
}

function knownGuarantee(guarantee: unknown) {
  if (isGuarantee(guarantee)) return guarantee
  const text = JSON.stringify(guarantee)
  throw new TypeError(`adapters.guarantees contains ${text}, which is not one of ${KNOWN}.`)
}

/** Null leaves out, too. */
function isGiven(value: unknown) {
  return value !== undefined && value !== null
}

function member(value: unknown, name: string) {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return found
}
