import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const MIN_BYTES = 32
const MAX_REPEATED_LENGTH = 8
const EXAMPLE = /^(?:change|replace)[-_ ]?(?:me|this|it)|^your[-_ ]?(?:own[-_ ]?)?secret/i
const PAIR = '[current, previous], which are two strings'
const ADVICE = `Use at least ${MIN_BYTES} random bytes, for example from openssl rand -hex 32, and keep them across restarts.`

/** A host's secret, or the current one and the one before it, while that is being replaced. */
export type Secret = string | readonly [current: string, previous?: string | undefined]

/** Checked secrets. The first one signs and encrypts; what any of them has made can be read. */
export type Secrets = readonly [current: string, ...previous: string[]]

/** Throws a `TypeError` with advice for a secret that is too short or looks like an example. */
export function resolveSecret(secret: unknown): Secrets {
  const list: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const [current, previous] = list
  if (list.length > 2) {
    throw new TypeError(`secret: expected a string, or ${PAIR}`)
  }
  checkSecret('The secret', current)
  // An environment variable that is not set any more.
  if (previous === undefined || previous === '') return [current]
  checkSecret('The previous secret', previous)
  return [current, previous]
}

function checkSecret(name: string, secret: unknown): asserts secret is string {
  if (typeof secret !== 'string') {
    throw new TypeError(`${name} must be a string. ${ADVICE} To replace one, pass ${PAIR}.`)
  }
  const bytes = Buffer.byteLength(secret)
  if (bytes < MIN_BYTES) {
    throw new TypeError(
      `${name} has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, which is too short. ${ADVICE}`,
    )
  }
  if (EXAMPLE.test(secret) || isRepetition(secret)) {
    throw new TypeError(`${name} is easy to guess, like one from an example. ${ADVICE}`)
  }
}

function isRepetition(text: string) {
  for (let length = 1; length <= MAX_REPEATED_LENGTH; length += 1) {
    if (text.slice(length) === text.slice(0, -length)) return true
  }
  return false
}

/** A key for this purpose from each secret. */
export function keysFor(
  purpose: string,
  [current, ...previous]: Secrets,
): readonly [current: KeyObject, ...previous: KeyObject[]] {
  const derive = (secret: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  return [derive(current), ...previous.map(derive)]
}

/** What the first key that fits reads; null if none does. */
export function firstOf<Key, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value | null,
): Value | null {
  for (const key of keys) {
    const value = read(key)
    if (value !== null) return value
  }
  return null
}
