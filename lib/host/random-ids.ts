import { randomBytes } from 'node:crypto'
import { ID_BYTES, makeId } from '../rules/keys.js'

/** Asking for the bytes of each id alone takes 8 % of the CPU time of a request (`npm run bench`). */
const IDS_AT_ONCE = 256

let bytes: Uint8Array = new Uint8Array()
let used = 0

/** Random ids of records. */
export function randomIds(count: number): readonly string[] {
  return Array.from({ length: count }, nextId)
}

function nextId() {
  if (used === bytes.length) {
    bytes = randomBytes(ID_BYTES * IDS_AT_ONCE)
    used = 0
  }
  const start = used
  used += ID_BYTES
  return makeId(bytes.subarray(start, used))
}
