import { expect } from 'chai'
import { type FormFields } from '../../../lib/native/body/fields.js'
import { looksLikeForm, readForm } from '../../../lib/native/body/form.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { refuses, told } from '../payloads.js'

const GUESSED = ': not UTF-8: read as windows-1252; set the charset in Content-Type'
const MISNAMED = ': read as windows-1252, as labelled, but it looks like UTF-8'
const REPLACED = ': bytes that are invalid in this charset were replaced with U+FFFD'

describe('an urlencoded form', () => {
  const cases: readonly (readonly [string, FormFields, string])[] = [
    ['payload=%7B%22a%22%3A1%7D', [['payload', '{"a":1}']], '%7B%22a%22%3A1%7D'],
    ['payload=abc', [['payload', 'abc']], 'abc'],
    [
      'token=x&payload=%7B%7D',
      [
        ['token', 'x'],
        ['payload', '{}'],
      ],
      '%7B%7D',
    ],
    ['payload={"a":"b+c"}', [['payload', '{"a":"b c"}']], '{"a":"b+c"}'],
    ['payload=', [['payload', '']], ''],
    ['%70ayload=%7B%7D', [['payload', '{}']], ''],
    ['xpayload=1', [['xpayload', '1']], ''],
    ['text=a+%26+b', [['text', 'a & b']], ''],
    ['', [], ''],
  ]
  for (const [form, fields, rawPayload] of cases) {
    it(`has the fields of ${JSON.stringify(form)}, and the payload as it stands`, () => {
      expect(readForm(form, '', new Reading())).to.deep.equal({ fields, rawPayload })
    })
  }

  const charsets: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['text=Gr%C3%BC%C3%9Fe', '', 'Grüße', []],
    ['text=Gr%FC%DFe+%80', '', 'Grüße €', [GUESSED]],
    ['text=Gr%FC%DFe', 'utf-8', 'Gr\ufffd\ufffde', [REPLACED]],
    ['text=%FC%C3%BC', '', '\ufffdü', [REPLACED]],
    ['text=%FF%FEa', '', 'ÿþa', [GUESSED]],
    ['text=%EF%BF%BD', '', '\ufffd', []],
    ['text=Gr%FC%DFe+%80', 'iso-8859-1', 'Grüße €', []],
    ['text=%93%FA%96%7B', 'shift_jis', '日本', []],
    ['text=%FF', 'euc-jp', '\ufffd', [REPLACED]],
    ['text=%93%FA%96{', 'shift_jis', '日本', []],
    ['text=%FC\u00fc%FC', 'windows-1252', 'üüü', []],
    ['text=%C3%BC+%C3%BC', 'iso-8859-1', 'Ã¼ Ã¼', [MISNAMED]],
    ['text=%C3%BC+%FC', 'iso-8859-1', 'Ã¼ ü', []],
    ['text=%C3%BC', 'utf-16', 'ü', []],
    ['text=%C3%BC', 'utf-16le', 'ü', []],
    ['text=%C3\u00fc%BC', '', 'Ãü¼', [GUESSED]],
    ['&text=%FC%4&', 'windows-1252', 'ü%4', []],
    ['text=%FC%zz%4z%', 'windows-1252', 'ü%zz%4z%', []],
    ['text=a=%FC', 'windows-1252', 'a=ü', []],
    ['text=%FCa41', 'windows-1252', 'üa41', []],
    ['te%78t=%FC', 'windows-1252', 'ü', []],
  ]
  for (const [form, charset, text, warned] of charsets) {
    it(`reads the bytes of ${form} in ${charset === '' ? 'no charset' : charset}`, () => {
      const warnings = new Reading()
      expect(readForm(form, charset, warnings).fields).to.deep.equal([['text', text]])
      expect(told(warnings)).to.deep.equal(warned)
    })
  }
})

describe('the fields of a form', () => {
  it('are all read in the charset that one of them needs', () => {
    const { fields } = readForm('a=b+c&none&%FC=%FC&=d', '', new Reading())
    expect(fields).to.deep.equal([
      ['a', 'b c'],
      ['none', ''],
      ['ü', 'ü'],
      ['', 'd'],
    ])
  })

  const many = (count: number): string =>
    Array.from({ length: count }, (_, n) => `n${n}=`).join('&')

  it('are at most 1,000, unless the payload comes before', () => {
    expect(readForm(many(1_000), '', new Reading()).fields).to.have.lengthOf(1_000)
    refuses(
      () => readForm(many(1_001), '', new Reading()),
      'body_too_large',
      'more than 1000 form fields',
    )
    refuses(() => readForm(`${many(1_000)}&payload=a`, '', new Reading()), 'body_too_large', '')
    const { rawPayload } = readForm(`payload=a&${many(2_000)}`, '', new Reading())
    expect(rawPayload).to.equal(`a&${many(2_000)}`)
  })
})

describe('a body without a reliable type', () => {
  it('is a form when it begins like one', () => {
    for (const text of [
      'payload=',
      'payload={',
      'a=b&payload=%7B',
      'a%5B%5D=b&payload=x',
      'a.b-c[d]=&payload=x',
      'a=b&c=d\n&payload={',
      `${'a'.repeat(64)}=b&payload=x`,
    ]) {
      expect(looksLikeForm(text), text).to.equal(true)
    }
  })

  it('is none when it is JSON or words', () => {
    for (const text of [
      '{"a":"&payload="}',
      '{"payload=":1}',
      '["a=&payload="]',
      'a={&payload=}',
      'a=[&payload=]',
      'a b=c&payload=x',
      '=b&payload=x',
      'a=b&xpayload=x',
      'xpayload=x',
      `${'a'.repeat(65)}=b&payload=x`,
      'a=b',
      'hello',
      '',
    ]) {
      expect(looksLikeForm(text), text).to.equal(false)
    }
  })
})
