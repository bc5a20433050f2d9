import { ADAPTERS, GUARANTEES, isGuarantee, type Need } from '../host/methods.js'
import type { Guarantee } from './types.js'

/** Which methods are required: all, all except sign-in, or those of deliveries. */
export type AdapterNeeds = 'all' | 'management' | 'delivery'

/** Adapters that may be left out, but only as a whole: an incomplete one would fail at its first use. */
const WHOLE: Readonly<Record<AdapterNeeds, readonly Need[]>> = {
  delivery: ['counters'],
  management: ['counters', 'deliveries', 'logs'],
  all: ['counters', 'deliveries', 'logs'],
}

const REQUIRED: Readonly<Record<AdapterNeeds, readonly Need[]>> = {
  delivery: ['delivery'],
  management: ['delivery', 'management'],
  all: ['delivery', 'management', 'signIn'],
}

/** Throws a `TypeError` that lists every method of a host's adapters that is missing or not a function. */
export function checkAdapters(adapters: unknown, needs: AdapterNeeds): void {
  if (typeof adapters !== 'object' || adapters === null) {
    throw new TypeError('adapters: missing. Pass your adapters (docs/writing-adapters.md).')
  }
  const guarantees = guaranteesOf(adapters)
  const whole = WHOLE[needs].filter((name) => member(adapters, name) !== undefined)
  const missing = missingIn(adapters, new Set([...REQUIRED[needs], ...guarantees, ...whole]))
  if (missing.length === 0) return
  const ownSignIn = missing.includes('sessions.create')
    ? 'If your app has its own sign-in, pass currentUser instead of users.findCredentials and sessions. '
    : ''
  throw new TypeError(
    `adapters: missing or not a function: ${missing.join(', ')}. ` +
      `${ownSignIn}See docs/writing-adapters.md.`,
  )
}

/** Whether the library signs users in with these adapters. */
export function hasSessions(adapters: unknown): boolean {
  return member(adapters, 'sessions') !== undefined
}

function missingIn(adapters: unknown, needed: ReadonlySet<Need>): readonly string[] {
  return Object.entries(ADAPTERS).flatMap(([name, methods]) =>
    Object.entries(methods)
      .filter(([method, row]) => {
        const found = member(member(adapters, name), method)
        if (typeof found === 'function') return false
        const { needs } = row
        return needs.length === 0
          ? found !== undefined && found !== null
          : needs.some((need) => needed.has(need))
      })
      .map(([method]) => `${name}.${method}`),
  )
}

function guaranteesOf(adapters: unknown): readonly Guarantee[] {
  const guarantees = member(adapters, 'guarantees')
  const known = Object.keys(GUARANTEES).join(', ')
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

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return found
}
