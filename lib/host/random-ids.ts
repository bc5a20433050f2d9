import { randomBytes } from 'node:crypto'
import { ID_BYTES, makeId } from '../rules/keys.js'

/** Asking for the bytes of each id alone takes 5 % of the CPU time of a request (`npm run bench`). */
const IDS_AT_ONCE = 256

/** Makes random ids of records. */
export class RandomIds {
  #bytes: Uint8Array = new Uint8Array()

  next(): string {
    if (this.#bytes.length === 0) this.#bytes = randomBytes(ID_BYTES * IDS_AT_ONCE)
    const id = makeId(this.#bytes.subarray(0, ID_BYTES))
    this.#bytes = this.#bytes.subarray(ID_BYTES)
    return id
  }
}
