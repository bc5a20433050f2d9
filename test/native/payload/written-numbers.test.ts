import { expect } from 'chai'
import fc from 'fast-check'
import { checkParsed, parseJson } from '../../../lib/native/body/json.js'
import { payloadOfFields } from '../../../lib/native/body/fields.js'
import { readPayload } from '../../../lib/native/payload/payload-schema.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { MAX_WRITTEN_NUMBERS } from '../../../lib/model/limits.js'
import { growthFault } from '../../support/cost/growth.js'
import { told } from '../payloads.js'

const ROUNDED = 'a number that may have been rounded: send it as a string'
const FIRST = 'attachments[0].fields[0].value'

interface Shown {
  readonly values: readonly string[]
  readonly warnings: readonly string[]
}

function shownIn(payload: unknown, warnings: Reading): Shown {
  const { attachments } = readPayload(payload, warnings)
  const values = attachments.flatMap(({ fields }) => fields.map((field) => field.value))
  return { values, warnings: told(warnings) }
}

function shown(text: string): Shown {
  const warnings = new Reading()
  return shownIn(parseJson(text, warnings), warnings)
}

/** A payload with fields of these values, each as JSON. */
const withValues = (...values: readonly string[]): string =>
  `{"attachments":[{"fields":[${values.map((value) => `{"value":${value}}`).join(',')}]}]}`

describe('a number as the value of a field', () => {
  const asSent = [
    '9007199254740993',
    '-123456789012345678901234567890',
    '100000000000000000000000',
    '1e999',
    '-1E+999',
    '1e-999',
    '1.234567890123456789',
    '0.1234567890123456789e2',
    '123456789.12345678901',
    '1.23456789e-320',
  ]
  for (const number of asSent) {
    it(`is shown as sent: ${number}`, () => {
      expect(shown(withValues(number))).to.deep.equal({ values: [number], warnings: [] })
    })
  }

  const asJson: readonly (readonly [string, string])[] = [
    ['1e6', '1000000'],
    ['1.50', '1.5'],
    ['1E2', '100'],
    ['-0', '0'],
    ['0e999', '0'],
    ['0.00000012', '1.2e-7'],
    ['999999999999999', '999999999999999'],
    ['2e21', '2e+21'],
    ['1.5e2', '150'],
    ['-1.5e-2', '-0.015'],
    ['1.23456789012345e2', '123.456789012345'],
    ['0.0000000000000012', '1.2e-15'],
  ]
  for (const [number, text] of asJson) {
    it(`is shown as JSON writes it: ${number}`, () => {
      expect(shown(withValues('1e999', number))).to.deep.equal({
        values: ['1e999', text],
        warnings: [],
      })
    })
  }

  it('is shown as sent in lists and objects', () => {
    const value = '{"a": [1, 9007199254740993, {"b": -1e999}], "c\\u0000\\"": 1e999, "d": 1e2}'
    expect(shown(withValues(value, '[1e999]', '[1]')).values).to.deep.equal([
      '{"a":[1,9007199254740993,{"b":-1e999}],"c\ufffd\\"":1e999,"d":100}',
      '[1e999]',
      '[1]',
    ])
  })

  it('is found between anything else', () => {
    const text = `{"Attachments":[null,{"\\u0046ields":[{"title":"\\"1e5,:{[","VALUE" :\n 1e999 , "short":true},],
      "text":"a\nb","x":[[],{},1e5,"]"]}],"text":"1e5"}`
    expect(shown(text).values).to.deep.equal(['1e999'])
    expect(shown(withValues(' 1e999')).values).to.deep.equal(['1e999'])
  })

  it('is the last of its name', () => {
    expect(shown('{"attachments":[{"fields":[{"value":1e999,"value":2}]}]}').values).to.deep.equal([
      '2',
    ])
    const twice = '"fields":[{"value":9007199254740993}],"fields":[{"value":"a"}]'
    expect(shown(`{"attachments":[{${twice}}]}`).values).to.deep.equal(['a'])
    for (const first of ['[[1e999]]', '[{"a":1e999}]', '{"a":{"0":[1e999]}}', '1e999']) {
      const values = ['"ab"', '[["b"]]', '{}', '3'].map((last) => `${first},"value":${last}`)
      expect(shown(withValues(...values)).values).to.deep.equal(['ab', '[["b"]]', '{}', '3'])
    }
  })

  it('is shown as sent from the fields of a form', () => {
    const warnings = new Reading()
    const attachments = '[{"fields":[{"value":1e999}]}]'
    const payload = payloadOfFields([['attachments', attachments]], warnings)
    expect(shownIn(payload, warnings).values).to.deep.equal(['1e999'])
  })

  it('is no doubtful one because another field of a form has none', () => {
    const warnings = new Reading()
    const attachments = '[{"fields":[{"value":2e21}]}]'
    const payload = payloadOfFields(Object.entries({ props: '{"a":1}', attachments }), warnings)
    expect(shownIn(payload, warnings)).to.deep.equal({ values: ['2e+21'], warnings: [] })
  })

  it('is shown as sent from one text after the other', () => {
    const warnings = new Reading()
    for (const number of ['1e998', '1e999']) {
      const payload = parseJson(withValues(number), warnings)
      expect(shownIn(payload, warnings).values).to.deep.equal([number])
    }
  })

  it('is shown as sent on buttons', () => {
    const warnings = new Reading()
    const actions = '[{"name":"a","value":1e999,"options":[{"text":"a","value":1e998}]}]'
    const payload = parseJson(`{"attachments":[{"actions":${actions}}]}`, warnings)
    const [action] = readPayload(payload, warnings).attachments.flatMap((a) => a.actions)
    expect([action?.value, action?.options[0]?.value]).to.deep.equal(['1e999', '1e998'])
  })

  it('is rounded with a warning behind 10,000 others', () => {
    const others = new Array<string>(MAX_WRITTEN_NUMBERS - 1).fill('1e999').join(',')
    expect(shown(withValues(`[${others}]`, '1e999', '1e999'))).to.deep.equal({
      values: [`[${others}]`, '1e999', 'Infinity'],
      warnings: [`attachments[0].fields[2].value: ${ROUNDED}`],
    })
  })

  it('is rounded with a warning behind 10,000 others, whatever else the form holds', () => {
    const warnings = new Reading()
    const others = new Array<string>(MAX_WRITTEN_NUMBERS).fill('1e999').join(',')
    const sent = [
      ['props', '{}'],
      ['attachments', `[{"fields":[{"value":[${others}]},{"value":9007199254740993}]}]`],
    ] as const
    const { values, warnings: warned } = shownIn(payloadOfFields(sent, warnings), warnings)
    expect(values[1]).to.equal('9007199254740992')
    expect(warned).to.deep.equal([`attachments[0].fields[1].value: ${ROUNDED}`])
  })

  it('is never another one without a warning', () => {
    const digits = fc.stringMatching(/^\d{1,25}$/).map((text) => text.replace(/^0+(?=\d)/, ''))
    const fraction = fc.stringMatching(/^(?:\.\d{1,20})?$/)
    const exponent = fc.stringMatching(/^(?:[eE][-+]?\d{1,3})?$/)
    fc.assert(
      fc.property(fc.tuple(digits, fraction, exponent), (parts) => {
        const sent = parts.join('')
        const [value = ''] = shown(withValues(sent)).values
        if (value !== sent) expect(scientific(value)).to.equal(scientific(sent))
      }),
    )
  })
})

/** Digits and exponent of a decimal number, one spelling for each number. */
function scientific(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

describe("a number that a host's own parser has read", () => {
  const cases: readonly (readonly [unknown, string, boolean])[] = [
    [9007199254740992, '9007199254740992', true],
    [-Infinity, '-Infinity', true],
    [{ a: [Infinity, Infinity, 1] }, '{"a":[Infinity,Infinity,1]}', true],
    [[1, 1.5], '[1,1.5]', false],
    [9007199254740991, '9007199254740991', false],
    [1.5, '1.5', false],
  ]
  for (const [value, text, warned] of cases) {
    it(`is shown ${warned ? 'with' : 'without'} a warning: ${text}`, () => {
      const payload = checkParsed({ attachments: [{ fields: [{ value }] }] })
      expect(shownIn(payload, new Reading())).to.deep.equal({
        values: [text],
        warnings: warned ? [`${FIRST}: ${ROUNDED}`] : [],
      })
    })
  }
})

describe('the cost of numbers', () => {
  const MIB = 1_048_576
  const repeated = (unit: string, n: number): string[] =>
    new Array<string>(Math.floor(n / unit.length)).fill(unit)
  const shapes: readonly (readonly [string, (n: number) => string])[] = [
    ['numbers beyond all in one value', (n) => withValues(`[${repeated('1e999', n).join(',')}]`)],
    ['one long number', (n) => withValues('9'.repeat(n))],
    ['names with escapes', (n) => withValues(`{${repeated('"\\n":1e9', n).join(',')}}`)],
    ['quotes behind backslashes', (n) => withValues(`1e999,"x":"${'\\"'.repeat(n / 2)}"`)],
    ['unfinished numbers', (n) => withValues(`[${repeated('1.5', n).join(', ')},1e999]`)],
  ]
  for (const [name, make] of shapes) {
    it(`grows no faster than ${name}`, () => {
      expect(growthFault({ name, make }, MIB, (text) => shown(String(text)))).to.equal(null)
    })
  }

  it('of many fields is one more look at the text', () => {
    const make = (n: number): string => {
      const fields = Math.min(5_000, Math.floor(n / 200))
      return withValues(...new Array<string>(fields).fill('1e999'), `"${'x'.repeat(n)}"`)
    }
    const fault = growthFault({ name: 'fields', make }, MIB, (text) => shown(String(text)))
    expect(fault).to.equal(null)
  })
})
