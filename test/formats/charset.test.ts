import { expect } from 'chai'
import fc from 'fast-check'
import { charsetNamed, decodeText } from '../../lib/formats/charset.js'
import { Reading } from '../../lib/formats/reading.js'
import { refuses, told } from './payloads.js'

const GUESSED = ': not UTF-8: read as windows-1252; set the charset in Content-Type'
const MISNAMED = ': read as windows-1252, as labelled, but it looks like UTF-8'
const REPLACED = ': bytes that are invalid in this charset were replaced with U+FFFD'

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('the text of bytes', () => {
  const rows: readonly (readonly [string, Uint8Array, string, string, readonly string[]])[] = [
    ['UTF-8', Buffer.from('Grüße 😀'), '', 'Grüße 😀', []],
    ['UTF-8 that holds U+FFFD', Buffer.from('a\ufffd'), '', 'a\ufffd', []],
    ['UTF-16, little end first, by its mark', utf16('ü😀'), '', 'ü😀', []],
    ['UTF-16, big end first, by its mark', utf16('ü😀').swap16(), '', 'ü😀', []],
    ['UTF-16 that is named, big end first by its mark', utf16('ü').swap16(), 'utf-16', 'ü', []],
    ['windows-1252 without a charset', bytes(0x47, 0xfc, 0x93, 0x80), '', 'Gü“€', [GUESSED]],
    ['windows-1252 that is named', bytes(0x93, 0x80, 0xfc), 'windows-1252', '“€ü', []],
    ['ISO-8859-1 that is named', bytes(0x93, 0x80, 0xfc), 'iso-8859-1', '“€ü', []],
    ['bytes that are not UTF-8 under its name', bytes(0x61, 0xe9), 'utf-8', 'a\ufffd', [REPLACED]],
    ['the same beside a character of UTF-8', bytes(0xe9, 0xc3, 0xbc), '', '\ufffdü', [REPLACED]],
    [
      'a U+FFFD that was sent beside such a byte',
      bytes(0xef, 0xbf, 0xbd, 0xe9),
      '',
      '\ufffd\ufffd',
      [REPLACED],
    ],
    ['UTF-8 under the name of ISO-8859-1', bytes(0xc3, 0xbc), 'iso-8859-1', 'Ã¼', [MISNAMED]],
    ['ASCII under the name of ISO-8859-1', bytes(0x61), 'iso-8859-1', 'a', []],
    ['a UTF-8 character that is cut', bytes(0xc3, 0xbc, 0xe2, 0x82), '', 'ü\ufffd', [REPLACED]],
    ['bytes that are not of a named charset', bytes(0x61, 0xff), 'euc-jp', 'a\ufffd', [REPLACED]],
    ['nothing', bytes(), '', '', []],
  ]
  for (const [title, sent, charset, text, warned] of rows) {
    it(`is read: ${title}`, () => {
      const warnings = new Reading()
      expect(decodeText(sent, charset, warnings)).to.equal(text)
      expect(told(warnings)).to.deep.equal(warned)
    })
  }

  it('is refused in a charset that nobody knows', () => {
    refuses(() => decodeText(bytes(0x61), 'klingon', new Reading()), 'unsupported_encoding', '')
  })

  it('is the same without a warning for all UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const warnings = new Reading()
        const sent = Buffer.from(text)
        expect(decodeText(sent, '', warnings)).to.equal(sent.toString('utf8'))
        expect(told(warnings)).to.deep.equal([])
      }),
    )
  })
})

describe('the label of a charset', () => {
  const labels: readonly (readonly [string, readonly string[]])[] = [
    ['utf-8', ['utf-8', 'UTF-8', 'utf8', 'UTF_8', "'utf-8'", 'utf8mb4', 'UTF-8-SIG', 'cp65001']],
    ['', ['', 'us-ascii', 'US-ASCII', 'ascii', 'ANSI_X3.4-1968']],
    ['iso-8859-1', ['ISO-8859-1']],
    ['utf-16', ['UTF-16']],
    ['utf-80', ['utf-80']],
    ['klingon', ['klingon']],
  ]
  for (const [charset, spellings] of labels) {
    it(`means ${charset === '' ? 'none' : charset}: ${spellings.join(', ')}`, () => {
      for (const label of spellings) expect(charsetNamed(label), label).to.equal(charset)
    })
  }
})
