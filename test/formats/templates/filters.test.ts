import { expect } from 'chai'
import { FILTERS } from '../../../lib/formats/templates/filters.js'
import { formatOf } from '../../../lib/formats/templates/template-format.js'
import { bodyOf } from './shown.js'

const PAYLOAD = {
  text: 'one\ntwo',
  long: 'abcdefghij 🎉🎉',
  mixed: 'MiXed',
  list: ['a', 'b', 'c'],
  people: [{ name: 'Ana', at: { x: 1 } }, { name: 'Bo' }, 'x'],
  path: 'a/b/c',
  at: '2026-03-09T10:00:00Z',
  seconds: 1_773_050_400,
  later: '2026-03-09T13:15:00Z',
  object: { a: [1, null], token: 'x', inner: { api_key: 'y', b: 'é' } },
  none: null,
  zero: 0,
}

describe('the filter', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['long | cut: 5', 'abcd…'],
    ['long | cut: 13', 'abcdefghij 🎉🎉'],
    ['long | cut: 12', 'abcdefghij…'],
    ['list | cut: 4', 'a,…'],
    ['none | cut: 4', ''],
    ['list | first', 'a'],
    ['list | first: 2', 'a, b'],
    ['list | first: 9', 'a, b, c'],
    ['text | first', 'one'],
    ['zero | first', '0'],
    ['none | first', ''],
    ['mixed | lower', 'mixed'],
    ['mixed | upper', 'MIXED'],
    ['none | default: "x"', 'x'],
    ['zero | default: "x"', '0'],
    ['none | default: 5', '5'],
    ['mixed | default: "x"', 'MiXed'],
    ['at | date', '2026-03-09 10:00 UTC'],
    ['seconds | date', '2026-03-09 10:00 UTC'],
    ['mixed | date', 'MiXed'],
    ['none | date', ''],
    ['at | ago', '3 h 5 min ago'],
    ['later | ago', 'in 10 min'],
    ['mixed | ago', 'MiXed'],
    ['object | json', '{"a":[1,null],"inner":{"b":"é"}}'],
    ['mixed | json', '"MiXed"'],
    ['none | json', ''],
    ['list | count', '3'],
    ['gone | count', '0'],
    ['mixed | count', '0'],
    ['list | join', 'a, b, c'],
    ['list | join: " + "', 'a + b + c'],
    ['list | join: ""', 'abc'],
    ['mixed | join: "-"', 'MiXed'],
    ['people | map: "name"', 'Ana, Bo'],
    ['people | map: "at.x" | join', '1'],
    ['mixed | map: "name"', ''],
    ['path | replace: "/", " - "', 'a - b - c'],
    ['path | replace: "/", ""', 'abc'],
    ['path | replace: "", "x"', 'a/b/c'],
    ['people | map: "name" | first | upper | replace: "A", 4', '4N4'],
  ]
  for (const [call, expected] of cases) {
    it(`${call} writes ${JSON.stringify(expected)}`, () => {
      expect(bodyOf(`.{{${call}}}`, PAYLOAD)).to.equal(`.${expected}`)
    })
  }

  it('is one of twelve, each of which is tried', () => {
    const tried = new Set(cases.map(([call]) => /\| (\w+)/.exec(call)?.[1]))
    expect([...tried].sort()).to.deep.equal(Object.keys(FILTERS).sort())
    expect(tried.size).to.equal(12)
  })

  it('ago writes the date where nobody knows when the request arrived', () => {
    const body = { kind: 'json', value: PAYLOAD, text: '' } as const
    const reading = formatOf({ title: '{{at | ago}}' }).read({ headers: {}, query: {}, body })
    expect(reading).to.have.nested.property('draft.title', '2026-03-09 10:00 UTC')
  })
})
