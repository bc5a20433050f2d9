import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLine, readChecked, writeChecked } from '../../example-host/store/disk/checked-file.js'
import { nodeFileSystem, StoreCorrupt } from '../../example-host/store/index.js'
import { encodeRecord, readRecords } from '../../example-host/store/disk/journal-record.js'
import * as support from './support.js'

const RECORDS = ['{"first":1}', '{"text":"zwei ü 😀"}', '{"last":[1,2,3]}']
const JOURNAL = Buffer.concat(RECORDS.map(encodeRecord))
/** Single bits, all bits, and the letter case. */
const MASKS = [0x01, 0x02, 0x20, 0x80, 0xff]

async function read(bytes: Buffer): Promise<string[]> {
  const found: string[] = []
  readRecords(bytes, 'journal', (json) => found.push(json))
  return found
}

async function linesOf(bytes: Buffer): Promise<string[]> {
  const lines: string[] = []
  readChecked(bytes, 'file.json', ({ text }) => lines.push(text))
  return lines
}

describe('store: file formats', () => {
  afterEach(support.cleanUp)

  it('every truncation of a journal reads as a prefix of whole records', async () => {
    for (let length = 0; length <= JOURNAL.length; length++) {
      const found = await read(JOURNAL.subarray(0, length))
      expect(found).to.deep.equal(RECORDS.slice(0, found.length))
      const padded = Buffer.concat([JOURNAL.subarray(0, length), Buffer.alloc(600)])
      expect(await read(padded)).to.deep.equal(found)
    }
    expect(await read(JOURNAL)).to.deep.equal(RECORDS)
  })

  it('every flipped byte of a journal is refused with its record, but in the last one, which is left out', async () => {
    const last = JOURNAL.length - encodeRecord(RECORDS[2] ?? '').length
    for (let at = 0; at < JOURNAL.length; at++) {
      for (const value of [...MASKS.map((mask) => (JOURNAL[at] ?? 0) ^ mask), 0]) {
        const flipped = Buffer.from(JOURNAL)
        flipped[at] = value
        const found = await read(flipped).catch((error: unknown) => error)
        if (found instanceof StoreCorrupt) expect(found.offset).to.be.at.most(at)
        else if (at < last) expect(found, `byte ${at}`).to.deep.equal(RECORDS)
        else expect(found, `byte ${at}`).to.deep.equal(RECORDS.slice(0, (found as []).length))
        if (found instanceof StoreCorrupt) expect(at, 'a damaged end is refused').to.be.below(last)
      }
    }
  })

  it('any bytes after the last whole record are an unfinished write, unless a record is among them', async () => {
    const record = encodeRecord('{"later":true}')
    const rubbish: readonly [what: string, bytes: Buffer][] = [
      ['10 bytes', Buffer.alloc(10, 'x')],
      ['100 bytes', Buffer.alloc(100, 'x')],
      ['lines', Buffer.from('0123456789 0123456789 0123456\n'.repeat(50))],
      [
        'a page of zeros before the end of a record',
        Buffer.concat([Buffer.alloc(90), record.subarray(9)]),
      ],
      [
        'a record inside a message',
        Buffer.concat([Buffer.from('{"text":"'), record.subarray(0, -1)]),
      ],
    ]
    for (const [what, bytes] of rubbish) {
      expect(await read(Buffer.concat([JOURNAL, bytes])), what).to.deep.equal(RECORDS)
      const between = Buffer.concat([JOURNAL, bytes, Buffer.from('\n'), record])
      const error = await support.failure(read(between))
      expect(error, what).to.include({ name: 'StoreCorrupt', offset: JOURNAL.length })
    }
    const begun = Buffer.concat([JOURNAL, record.subarray(0, 30)])
    expect(await read(begun)).to.deep.equal(RECORDS)
  })

  it('no record is found after damage that looks like records in a million places', () => {
    // Each line looks like the beginning of a record, some are headers of records that are damaged.
    const header = encodeRecord('x'.repeat(2_000)).subarray(0, 27)
    const lines = Buffer.concat([Buffer.from('0\n'.repeat(500)), header, Buffer.from('\n')])
    const bytes = Buffer.concat([JOURNAL, ...Array<Buffer>(2_000).fill(lines)])
    const end = readRecords(bytes, 'journal', () => undefined)
    expect(end).to.include({ length: JOURNAL.length, unfinished: bytes.length - JOURNAL.length })
  })

  it('every flipped byte and every truncation of a checked file is refused', async () => {
    const path = join(await support.temporaryDirectory(), 'file.json')
    await writeChecked(nodeFileSystem, path, ['{"rows":[', '\n{"text":"ü"}', '\n]'])
    const bytes = await readFile(path)
    expect(await linesOf(bytes)).to.deep.equal(['{"rows":[', '{"text":"ü"}', ']'])
    expect(JSON.parse(bytes.toString())).to.have.keys('rows', 'crc32')
    for (let at = 0; at < bytes.length; at++) {
      const cut = await support.failure(linesOf(bytes.subarray(0, at)))
      expect(cut).to.be.instanceOf(StoreCorrupt)
      for (const mask of MASKS) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ mask
        const error = await support.failure(linesOf(flipped))
        expect(error).to.be.instanceOf(StoreCorrupt)
        expect(String(error)).to.match(/wrong file checksum\.|no checksum at byte \d+\./)
      }
    }
  })

  it('a checked file has lines of any size', async () => {
    const path = join(await support.temporaryDirectory(), 'file.json')
    const rows = [1, 1_000, 300_000, 2, 1_000_000, 262_144].map((n) =>
      JSON.stringify('ü'.repeat(n)),
    )
    const lines = rows.map((row, i) => `\n${row}${i < rows.length - 1 ? ',' : ''}`)
    await writeChecked(nodeFileSystem, path, ['{"rows":[', ...lines, '\n]'])
    const found: unknown[] = []
    readChecked(await readFile(path), path, (line) => {
      if (line.text.startsWith('"')) found.push(JSON.stringify(parseLine(line, path)))
    })
    expect(found).to.deep.equal(rows)
  })
})
