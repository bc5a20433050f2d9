import { allOr } from '../support/all.js'

/** Of so many bytes one is looked at; a record has more. */
const STEP = allOr(1, 31)
export const MASKS = [0x01, 0x80, 0xff]

/** Each of these bytes, with one bit or all of them flipped. */
export function* flips(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (const [turn, mask] of MASKS.entries()) {
    for (const at of places(bytes, turn)) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (bytes[at] ?? 0) ^ mask
      yield [`byte ${at} ^ ${mask}`, flipped]
    }
  }
}

export function* cuts(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (const length of places(bytes)) yield [`${length} bytes`, bytes.subarray(0, length)]
}

/** Others in each turn. The first and the last byte are looked at in any case. */
export function* places({ length }: Buffer, turn = 0): Generator<number> {
  const last = length - 1
  yield 0
  for (let at = 1 + ((turn * 7) % STEP); at < last; at += STEP) yield at
  yield last
}
