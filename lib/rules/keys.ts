import { hash } from 'node:crypto'

/** A path segment of any other shape is not a key and is not looked up. */
export const KEY_SHAPE = /^[A-Za-z0-9]{20,64}$/
/** The id of a webhook in a call. Text of any other shape is not looked up. */
export const WEBHOOK_ID_SHAPE = /^[A-Za-z0-9_-]{1,64}$/
/** The id of a request of the log. */
export const DELIVERY_ID_SHAPE = /^[\w-]{1,64}$/
/** The form of the ids that `makeId` makes. Keys of other systems may have it too. */
const ID_SHAPE = /^[a-z0-9]{26}$/
/** Random bytes in a key: 120 bits. */
export const KEY_BYTES = 15
/** Random bytes in the id of a record. */
export const ID_BYTES = 16

const PREFIX = 'whk'
const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769'
const LENGTH = 32
const CHECKSUM_LENGTH = 5

/** `whk`, 24 random characters, 5 of checksum: 32 of `[a-z0-9]`. Throws a RangeError unless given 15 bytes. */
export function makeKey(random: Uint8Array): string {
  if (random.length !== KEY_BYTES) throw new RangeError(`a key takes ${KEY_BYTES} random bytes`)
  const body = PREFIX + toBase32(random)
  return body + checksum(body)
}

/** 26 characters of z-base-32, like the reference's ids. Throws a RangeError unless given 16 bytes. */
export function makeId(random: Uint8Array): string {
  if (random.length !== ID_BYTES) throw new RangeError(`an id takes ${ID_BYTES} random bytes`)
  return toBase32(random)
}

/** The id of a webhook with a slug, so that a store cannot have two of them in one team. */
export function idOfSlug(teamId: string, slug: string): string {
  return makeId(hash('sha256', `webhook ${slug} ${teamId}`, 'buffer').subarray(0, ID_BYTES))
}

/** False for a mistyped key of this library. Keys of other systems pass. */
export function hasValidChecksum(key: string): boolean {
  return !hasOwnForm(key) || isOwnKey(key)
}

/** Whether this library made the key: keys of other systems have no prefix and no checksum. */
export function isOwnKey(key: string): boolean {
  if (!hasOwnForm(key)) return false
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return key === body + checksum(body)
}

function hasOwnForm(key: string) {
  return key.startsWith(PREFIX) && key.length === LENGTH
}

/** Whether an unknown key may be a webhook's id, which is its key in other systems. */
export function looksLikeId(key: string): boolean {
  return ID_SHAPE.test(key)
}

/** SHA-256 in hexadecimal, by which the store finds a webhook. */
export function keyDigest(key: string): string {
  return hash('sha256', key, 'hex')
}

/** The last four characters, by which people recognise a key. */
export function keyHint(key: string): string {
  return key.slice(-4)
}

function checksum(body: string) {
  return toBase32(hash('sha256', body, 'buffer')).slice(0, CHECKSUM_LENGTH)
}

function toBase32(bytes: Uint8Array) {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((value >> bits) & 31)
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text
}
