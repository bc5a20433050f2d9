import { expect } from 'chai'
import fc from 'fast-check'
import {
  charsetNamed,
  decodeText,
  isKnown,
  withoutByteOrderMark,
} from '../../../lib/native/body/charset.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { anyCharacter } from '../../support/any-character.js'
import { refuses, told } from '../payloads.js'

const GUESSED = ': not UTF-8: read as windows-1252; set the charset in Content-Type'
const MISNAMED = ': read as windows-1252, as labelled, but it looks like UTF-8'
const REPLACED = ': bytes that are invalid in this charset were replaced with U+FFFD'

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)
/** Bytes that are control characters in ISO-8859-1. */
const C1 = Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n)
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
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
    ['half a mark of UTF-16', bytes(0xff, 0x61), '', 'ÿa', [GUESSED]],
    ['the other half', bytes(0x61, 0xfe), '', 'aþ', [GUESSED]],
    ['half a mark of UTF-16, big end first', bytes(0xfe, 0x61), '', 'þa', [GUESSED]],
    ['the other half of it', bytes(0x61, 0xff), '', 'aÿ', [GUESSED]],
    ['the mark of UTF-16 under another name', bytes(0xff, 0xfe), 'windows-1252', 'ÿþ', []],
    ['the same under UTF-8', bytes(0xff, 0xfe), 'utf-8', '\ufffd\ufffd', [REPLACED]],
    ['UTF-16 that is named, without a mark', bytes(0xfc, 0), 'utf-16', 'ü', []],
    ['UTF-16 with its order in the name', bytes(0, 0xfc), 'utf-16be', 'ü', []],
    ['all of windows-1252 that is not Latin-1', C1, 'windows-1252', WINDOWS_1252, []],
  ]
  for (const [title, sent, charset, text, warned] of rows) {
    it(`is read: ${title}`, () => {
      const warnings = new Reading()
      expect(decodeText(sent, charset, warnings)).to.equal(text)
      expect(told(warnings)).to.deep.equal(warned)
    })
  }

  it('is refused in a charset that nobody knows', () => {
    refuses(
      () => decodeText(bytes(0x61), 'klingon', new Reading()),
      'unsupported_encoding',
      'unknown charset',
    )
  })

  it('is the same without a warning for all UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
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
    [
      'utf-8',
      ['utf-8', 'UTF-8', 'utf8', 'UTF_8', "'utf-8'", 'utf8mb3', 'utf8mb4', 'UTF-8-SIG', 'cp65001'],
    ],
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

describe('a charset', () => {
  it('is known when its text can be read', () => {
    for (const charset of ['utf-8', 'utf-16', 'iso-8859-1', 'shift_jis']) {
      expect(isKnown(charset), charset).to.equal(true)
    }
    for (const charset of ['klingon', 'binary', 'utf-80']) {
      expect(isKnown(charset), charset).to.equal(false)
    }
  })
})

describe('a byte-order mark', () => {
  it('is left out at the beginning alone', () => {
    expect(withoutByteOrderMark('\ufeff\ufeffa\ufeff')).to.equal('\ufeffa\ufeff')
    expect(withoutByteOrderMark('a\ufeff')).to.equal('a\ufeff')
  })
})
