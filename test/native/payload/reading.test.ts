import { expect } from 'chai'
import { Members, Reading, wrongType } from '../../../lib/native/payload/reading.js'
import { isJson } from '../../../lib/model/json.js'
import { type Kind, MOST } from '../../../lib/model/limits.js'
import { refuses, told } from '../payloads.js'

interface Object_ {
  readonly members: Members
  readonly reading: Reading
}

function membersOf(value: object, known: readonly string[], path = 'a'): Object_ {
  const reading = new Reading()
  return { members: new Members(value, path, new Set(known), reading), reading }
}

describe('a member of an object', () => {
  const rows: readonly (readonly [string, object, unknown])[] = [
    ['by its name', { text: 1 }, 1],
    ['by its name in any case', { TEXT: 1 }, 1],
    ['by its exact name, whatever else is there', { Text: 2, text: 1, TEXT: 3 }, 1],
    ['by the last of its other spellings', { Text: 2, TEXT: 3 }, 3],
    ['that is null, as absent', { text: null, Text: 1 }, undefined],
    ['that is empty, as absent', { Text: '' }, undefined],
    ['that is false, as false', { text: false }, false],
    ['that is not there, as absent', { undefined: 1 }, undefined],
    ['that is not its own, as absent', Object.create({ text: 1 }) as object, undefined],
  ]
  for (const [title, value, found] of rows) {
    it(`is found ${title}`, () => {
      expect(membersOf(value, ['text', 'other']).members.get('text')).to.equal(found)
    })
  }

  it('has a path, at the top without a dot', () => {
    expect(membersOf({}, []).members.at('b')).to.equal('a.b')
    expect(membersOf({}, [], '').members.at('b')).to.equal('b')
  })

  it('that is unknown is told by its path, at the top without a dot', () => {
    for (const [path, told_] of [
      ['a', 'a.X'],
      ['', 'X'],
    ] as const) {
      const { reading } = membersOf({ X: 0, Parse: 0, y: '', z: null }, ['b'], path)
      expect(told(reading)).to.deep.equal([`${told_}: not supported`])
      expect(reading.ignored()).to.deep.equal([path === '' ? 'Parse' : 'a.Parse'])
    }
  })
})

describe('a member as text', () => {
  const rows: readonly (readonly [unknown, string])[] = [
    ['x', 'x'],
    [1.5, '1.5'],
    [true, 'true'],
    [false, 'false'],
    [['a', 1], '["a",1]'],
    [{ a: 'b' }, '{"a":"b"}'],
    [null, ''],
  ]
  for (const [value, text] of rows) {
    it(`is ${JSON.stringify(text)} for ${JSON.stringify(value)}`, () => {
      const { members, reading } = membersOf({ Value: value }, ['value'])
      expect(members.text('value')).to.equal(text)
      expect(told(reading)).to.deep.equal([])
    })
  }
})

describe('the elements of a list', () => {
  it('are those that are not null, each with its place', () => {
    const { members } = membersOf({ b: [null, 1, '', null, false] }, ['b'])
    expect(members.list('b')).to.deep.equal([
      { value: 1, path: 'a.b[1]' },
      { value: '', path: 'a.b[2]' },
      { value: false, path: 'a.b[4]' },
    ])
  })

  const kinds: readonly (readonly [string, Kind])[] = [
    ['attachments', 'attachments'],
    ['blocks', 'blocks'],
    ['child_blocks', 'blocks'],
    ['fields', 'fields'],
    ['actions', 'actions'],
    ['options', 'options'],
    ['initial_options', 'options'],
    ['elements', 'elements'],
    ['whatever', 'elements'],
  ]
  for (const [name, kind] of kinds) {
    it(`named ${name} count as ${kind}`, () => {
      const list = (count: number): unknown =>
        membersOf({ [name]: new Array<number>(count).fill(0) }, [name]).members.list(name)
      expect(list(MOST[kind])).to.have.lengthOf(MOST[kind])
      refuses(() => list(MOST[kind] + 1), 'body_too_large', `more than ${MOST[kind]} ${kind}`)
    })
  }
})

describe('a value of the wrong type', () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [null, 'null'],
    [[], 'an array'],
    [{}, 'an object'],
    ['x', 'a string'],
    [1, 'a number'],
    [true, 'a boolean'],
  ]
  for (const [value, name] of rows) {
    it(`is called ${name}`, () => {
      expect(wrongType('a.b', 'this', value).detail).to.equal(`a.b: expected this, got ${name}`)
    })
  }

  it('is told with the beginning of its path', () => {
    const { detail } = wrongType('x'.repeat(300), 'this', null)
    expect(detail).to.equal(`${'x'.repeat(200)}: expected this, got null`)
  })
})

describe('what can be written as JSON again', () => {
  it('is all that JSON has', () => {
    for (const value of [null, 'x', true, 0, -1.5, [], {}]) expect(isJson(value)).to.equal(true)
    for (const value of [undefined, Infinity, -Infinity, NaN, 1n, Symbol.iterator]) {
      expect(isJson(value)).to.equal(false)
    }
  })
})
