import { expect } from 'chai'
import * as yaml from 'yaml'
import { readJson } from '../../lib/code/json-source.js'
import type { Path } from '../../lib/code/source.js'
import { readYaml } from '../../lib/code/yaml-source.js'

const JSON_TEXT = `{
  "a": [1, {"b": "x\\u00e4"}],
  "c": null
}`
const YAML_TEXT = `a:
  - 1
  - b: xä
c: null
`

describe('a file', () => {
  const value = { a: [1, { b: 'xä' }], c: null }
  const places: readonly (readonly [path: Path, json: string, yaml: string])[] = [
    [[], '1:1', '1:1'],
    [['a'], '2:3', '1:1'],
    [['a', 0], '2:9', '2:5'],
    [['a', '1', 'b'], '2:13', '3:5'],
    [['a', 1, 'b', 'none'], '2:13', '3:5'],
    [['a', 5], '2:3', '1:1'],
    [['c'], '3:3', '4:1'],
    [['none'], '1:1', '1:1'],
  ]

  it('says its value and where each part is, as JSON and as YAML', () => {
    const sources = [readJson(JSON_TEXT), readYaml(yaml, YAML_TEXT)] as const
    for (const source of sources) expect(source).to.deep.include({ value, mistakes: [] })
    for (const [path, ...expected] of places) {
      const found = sources.map(({ placeOf }) => {
        const { line, column } = placeOf(path)
        return `${line}:${column}`
      })
      expect(found, path.join('.')).to.deep.equal(expected)
    }
  })

  const faults: readonly (readonly [text: string, said: string])[] = [
    ['', '1:1 expected a value'],
    ['{"a": 1,}', '1:9 expected a member name in double quotes'],
    ['{"a" 1}', '1:6 expected a colon'],
    ['[1 2]', '1:4 expected a comma or a closing bracket'],
    ['{"a": 1', '1:8 expected a comma or a closing brace'],
    ['[01]', '1:3 expected a comma or a closing bracket'],
    ['["a\n"]', '1:2 expected a string that ends on its line, with valid escapes'],
    ['["\\x"]', '1:2 expected a string that ends on its line, with valid escapes'],
    ['{}\n x', '2:2 expected the end'],
    ['{"a": 1,\n "a": 2}', '2:2 the member "a" is there twice'],
    ['['.repeat(100), '1:82 expected at most 80 levels'],
  ]
  for (const [text, said] of faults) {
    it(`that is not JSON is refused at its place: ${JSON.stringify(text).slice(0, 40)}`, () => {
      const [mistake] = readJson(text).mistakes
      const { line, column } = mistake?.place ?? { line: 0, column: 0 }
      expect(`${line}:${column} ${mistake?.reason ?? ''}`).to.equal(
        said.replace(' ', ' not JSON: '),
      )
    })
  }

  it('of YAML names all its faults, and takes no alias that stands for too much', () => {
    const twice = readYaml(yaml, 'a: 1\na: 2\nb: "x\n')
    expect(twice.mistakes.map(({ place }) => place.line)).to.include.members([2])
    const levels = Array.from({ length: 9 }, (_, at) => {
      const aliases =
        at === 0
          ? 'x'
          : Array(9)
              .fill(`*a${at - 1}`)
              .join(', ')
      return `a${at}: &a${at} [${aliases}]`
    })
    expect(readYaml(yaml, levels.join('\n')).mistakes).to.have.lengthOf(1)
    const shared = readYaml(yaml, 'a: &x\n  b: 1\nc: *x\n')
    expect(shared.value).to.deep.equal({ a: { b: 1 }, c: { b: 1 } })
    expect(shared.placeOf(['c', 'b'])).to.deep.equal({ line: 2, column: 3 })
  })

  const yamls: readonly (readonly [what: string, text: string])[] = [
    ['an alias of nothing', 'webhooks: *none\n'],
    ['two documents', 'webhooks: []\n---\nwebhooks: []\n'],
    ['a tag of another program', 'webhooks: !!js/function "x"\n'],
  ]
  for (const [what, text] of yamls) {
    it(`of YAML is refused with ${what}`, () => {
      const { value, mistakes } = readYaml(yaml, text)
      expect(value).to.equal(undefined)
      expect(mistakes.length).to.be.above(0)
      expect(mistakes[0]?.reason).to.match(/^not YAML: /)
    })
  }
})
