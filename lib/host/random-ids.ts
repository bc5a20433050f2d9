import { randomBytes } from 'node:crypto'
import { ID_BYTES, makeId } from '../rules/keys.js'

/** Asking for the bytes of each id alone takes 8 % of the CPU time of a request (`npm run bench`). */
const IDS_AT_ONCE = 256

/** Makes random ids of records. */
export class RandomIds {
  #bytes: Uint8Array = new Uint8Array()
  #used = 0

  next(): string {
    if (this.#used === this.#bytes.length) {
      this.#bytes = randomBytes(ID_BYTES * IDS_AT_ONCE)
      this.#used = 0
    }
    const start = this.#used
    this.#used += ID_BYTES
    return makeId(this.#bytes.subarray(start, this.#used))
  }
}
