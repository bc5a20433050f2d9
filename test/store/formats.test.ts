import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseChecked, writeChecked } from '../../example-host/store/checked-file.js'
import { nodeFileSystem, StoreCorrupt } from '../../example-host/store/index.js'
import { encodeRecord, readRecords } from '../../example-host/store/journal-record.js'
import * as support from './support.js'

const RECORDS = ['{"first":1}', '{"text":"zwei ü 😀"}', '{"last":[1,2,3]}']
const JOURNAL = Buffer.concat(RECORDS.map(encodeRecord))
/** Single bits, all bits, and the letter case. */
const MASKS = [0x01, 0x02, 0x20, 0x80, 0xff]

function read(bytes: Buffer): string[] {
  const found: string[] = []
  readRecords(bytes, 'journal', (json) => found.push(json))
  return found
}

describe('store: file formats', () => {
  afterEach(support.cleanUp)

  it('every truncation of a journal reads as a prefix of whole records', () => {
    for (let length = 0; length <= JOURNAL.length; length++) {
      const found = read(JOURNAL.subarray(0, length))
      expect(found).to.deep.equal(RECORDS.slice(0, found.length))
      const padded = Buffer.concat([JOURNAL.subarray(0, length), Buffer.alloc(600)])
      expect(read(padded)).to.deep.equal(found)
    }
    expect(read(JOURNAL)).to.deep.equal(RECORDS)
  })

  it('every flipped byte of a journal is refused with its record, or changes nothing', () => {
    for (let at = 0; at < JOURNAL.length; at++) {
      for (const value of [...MASKS.map((mask) => (JOURNAL[at] ?? 0) ^ mask), 0]) {
        const flipped = Buffer.from(JOURNAL)
        flipped[at] = value
        let found: unknown
        try {
          found = read(flipped)
        } catch (error) {
          found = error
        }
        if (found instanceof StoreCorrupt) expect(found.offset).to.be.at.most(at)
        else expect(found, `byte ${at}`).to.deep.equal(RECORDS)
      }
    }
  })

  it('every flipped byte and every truncation of a checked file is refused', async () => {
    const path = join(await support.temporaryDirectory(), 'file.json')
    await writeChecked(nodeFileSystem, path, ['{"rows":[\n', '{"text":"ü"}', '\n]'])
    const bytes = await readFile(path)
    expect(parseChecked(bytes, path)).to.deep.include({ rows: [{ text: 'ü' }] })
    expect(JSON.parse(bytes.toString())).to.have.keys('rows', 'crc32')
    for (let at = 0; at < bytes.length; at++) {
      expect(() => parseChecked(bytes.subarray(0, at), path)).to.throw(StoreCorrupt)
      for (const mask of MASKS) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ mask
        expect(() => parseChecked(flipped, path)).to.throw(StoreCorrupt, /at byte \d+/)
      }
    }
  })
})
