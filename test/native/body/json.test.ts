import { expect } from 'chai'
import fc from 'fast-check'
import { checkParsed, parseJson } from '../../../lib/native/body/json.js'
import { clean } from '../../../lib/native/body/json-strings.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { refusal, refuses, told } from '../payloads.js'

function parse(text: string): unknown {
  return parseJson(text, new Reading())
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('JSON: strict', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['a stray quote', '{"text":"a""}'],
    ['trailing data', '{"text":"a"} junk'],
    ['a second value', '{"text":"a"}{"text":"b"}'],
    ['a brace too many', '{"text":"a"}}'],
    ['a comment', '{"text":"a" /* b */}'],
    ['a line comment', '{"text":"a"} // b'],
    ['single quotes', "{'text':'a'}"],
    ['two trailing commas', '{"text":"a",,}'],
    ['a comma alone in an object', '{,}'],
    ['a comma alone in a list', '{"attachments":[,]}'],
    ['two commas in a list', '[1,,2]'],
    ['two commas before a bracket', '[1,,]'],
    ['two commas alone in a list', '[,,]'],
    ['a comma alone in an object within', '{"a":[1,],"b":{,}}'],
    ['a comma instead of a value', '{"text":,}'],
    ['a comma behind the object', '{"text":"a"},'],
    ['a trailing comma before the wrong bracket', '[1,}'],
    ['a comment behind a trailing comma', '{"text":"a", /* b */}'],
    ['a bare name', '{text:"a"}'],
    ['NaN', '{"a":NaN}'],
    ['an unknown escape', '{"text":"\\q"}'],
    ['half an escape', '{"text":"\\u12"}'],
    ['a leading zero', '{"a":01}'],
    ['an unclosed string', '{"text":"a'],
    ['an unclosed object', '{"text":"a"'],
    ['a raw line feed outside of strings in a word', '{"a":tr\nue}'],
    ['a backslash before a raw line feed', '{"text":"a\\\nb"}'],
    ['nothing', ''],
    ['white space', ' \n'],
    ['words', 'Deploy 7 is live'],
  ]
  for (const [title, text] of refused) {
    it(`refuses ${title}, telling where`, () => {
      refuses(() => parse(text), 'payload_unparsable', '')
      expect(refusal(() => parse(text)).detail).to.match(/^(not JSON: expected |the body is empty)/)
    })
  }

  it('takes any JSON value', () => {
    for (const text of ['{}', '[]', '"x"', '1', 'true', 'null', ' { "a" : [ 1 , -2.5e3 ] } ']) {
      expect(parse(text)).to.deep.equal(JSON.parse(text))
    }
  })
})

describe('JSON: control characters inside strings', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['{"text":"a\nb"}', { text: 'a\nb' }],
    ['{"text":"a\r\nb\tc"}', { text: 'a\r\nb\tc' }],
    ['{"Text":"a\nb","any_name":"c\u0007d\u001f"}', { Text: 'a\nb', any_name: 'c\u0007d\u001f' }],
    ['{ "text" :\n "a\nb" }', { text: 'a\nb' }],
    ['{"text":"a\nb\\\\",\n"username":"x"}', { text: 'a\nb\\', username: 'x' }],
    ['{"text":"say \\"a\nb\\""}', { text: 'say "a\nb"' }],
    ['{"na\nme":1}', { 'na\nme': 1 }],
  ]
  for (const [text, value] of cases) {
    it(`are repaired in ${JSON.stringify(text)}`, () => {
      const warnings = new Reading()
      expect(parseJson(text, warnings)).to.deep.equal(value)
      expect(told(warnings)).to.deep.equal([': raw control characters inside strings were escaped'])
    })
  }

  it('give no warning where there are none', () => {
    const warnings = new Reading()
    parseJson('{"text":"a\\nb"}\n', warnings)
    expect(told(warnings)).to.deep.equal([])
  })

  it('do not excuse another fault', () => {
    refuses(() => parse('{"text":"a\nb",,}'), 'payload_unparsable', 'line 2, column 4')
  })

  it('are repaired in whatever string they stand', () => {
    const text = fc.string({ unit: fc.constantFrom('\n', '\t', '\u0001', 'a', 'ä', '😀') })
    fc.assert(
      fc.property(text, text, (name, value) => {
        const json = `{"${name}":"${value}"}`
        expect(parse(json)).to.deep.equal({ [name]: value })
      }),
    )
  })
})

describe('JSON: commas before a closing brace or bracket', () => {
  const DROPPED = ': commas before a closing brace or bracket were dropped'
  const cases: readonly (readonly [string, unknown])[] = [
    ['{"text":"a",}', { text: 'a' }],
    ['{\t"text": "a", \n\t\t }', { text: 'a' }],
    ['{\r\n"text": "a"\r\n,\r\n}\r\n', { text: 'a' }],
    ['[[],]', [[]]],
    ['["a b", "c",]', ['a b', 'c']],
    ['{"a":[1,[],{},],"b":{"c":"d",},}', { a: [1, [], {}], b: { c: 'd' } }],
    ['{"text":"a,}b, ]","c":"\\\\",}', { text: 'a,}b, ]', c: '\\' }],
    ['{"text":"say \\",}\\"",}', { text: 'say ",}"' }],
  ]
  for (const [text, value] of cases) {
    it(`are dropped from ${JSON.stringify(text)}`, () => {
      const warnings = new Reading()
      expect(parseJson(text, warnings)).to.deep.equal(value)
      expect(told(warnings)).to.deep.equal([DROPPED])
    })
  }

  it('are dropped where control characters are escaped too, each with its warning', () => {
    const warnings = new Reading()
    expect(parseJson('{"text":"a\nb",\n}', warnings)).to.deep.equal({ text: 'a\nb' })
    expect(told(warnings)).to.deep.equal([
      ': raw control characters inside strings were escaped',
      DROPPED,
    ])
  })

  it('do not excuse another fault, whose place is that of what was sent', () => {
    refuses(() => parse('{"a":1,} x'), 'payload_unparsable', 'the end of the JSON at position 9')
    refuses(() => parse('{"a":[1,],"b" 2}'), 'payload_unparsable', 'a colon at position 14')
  })

  it('give no warning when the repair did not help', () => {
    const warnings = new Reading()
    refuses(() => parseJson('{"a":1,} x', warnings), 'payload_unparsable', '')
    expect(told(warnings)).to.deep.equal([])
  })

  it('may end any list and object', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const sent = json.replace(/"(?:[^"\\]|\\.)*"|([^[{\s])(?=[\]}])/g, (part, last?: string) =>
          last === undefined ? part : `${part},`,
        )
        expect(parse(sent)).to.deep.equal(parse(json))
      }),
    )
  })
})

describe('JSON: depth', () => {
  it('is at most 32 levels', () => {
    expect(parse(nested(32))).to.deep.equal(JSON.parse(nested(32)))
    refuses(() => parse(nested(33)), 'payload_unparsable', '32 levels')
  })

  it('counts objects, lists and unknown members alike', () => {
    const deep = `{"unknown":${'{"a":['.repeat(16)}${']}'.repeat(16)}}`
    refuses(() => parse(deep), 'payload_unparsable', '32 levels')
  })

  it('counts nothing that stands beside each other', () => {
    for (const inner of ['[],', '{},', '[{}],']) {
      const text = `[${inner.repeat(100)}null]`
      expect(parse(text)).to.deep.equal(JSON.parse(text))
      expect(checkParsed(JSON.parse(text))).to.deep.equal(JSON.parse(text))
    }
  })

  it('counts no brackets in strings', () => {
    const text = `{"text":"${'['.repeat(100)}\\"${'{'.repeat(100)}\\\\"}`
    expect(parse(text)).to.have.property('text')
  })

  it('is the same for a value that a host has parsed', () => {
    for (const text of [nested(32), '{"a":null,"b":"c","d":[1,"e",true]}', '"a"', 'null']) {
      expect(checkParsed(JSON.parse(text))).to.deep.equal(JSON.parse(text))
    }
    refuses(() => checkParsed(JSON.parse(nested(33))), 'payload_unparsable', '32 levels')
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    refuses(() => checkParsed(cyclic), 'payload_unparsable', '32 levels')
  })

  const containers = (levels: number): string =>
    `{"mm_blocks":${'[{"content":'.repeat(levels)}[]${'}]'.repeat(levels)}}`

  it('is at most 80 levels in blocks and cards of props', () => {
    const read = (json: string): readonly unknown[] => [parse(json), checkParsed(JSON.parse(json))]
    for (const json of [
      `{"Props":${containers(38)}}`,
      `{"update":{"props":${containers(38)}}}`,
      `{"props":${containers(38).replace('mm_blocks', 'cards')}}`,
    ]) {
      expect(read(json)).to.deep.equal([JSON.parse(json), JSON.parse(json)])
    }
    expect(parse(`{"props":${containers(38)},}`)).to.have.property('props')
    for (const json of [
      `{"props":${containers(40)}}`,
      containers(20),
      `{"props":{"mine":${containers(20)}}}`,
      `{"a":{"b":{"props":${containers(20)}}}}`,
      `{"props":${containers(20).replace('mm_blocks', 'other')},}`,
    ]) {
      refuses(() => parse(json), 'payload_unparsable', '32 levels')
      if (!json.endsWith(',}'))
        refuses(() => checkParsed(JSON.parse(json)), 'payload_unparsable', '32 levels')
    }
  })

  it('is found out without parsing 100,000 levels', () => {
    refuses(() => parse(nested(100_000)), 'payload_unparsable', '32 levels')
  })
})

describe('JSON: characters that no store takes alike', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['"a\\u0000b"', 'a\ufffdb'],
    ['"a\u0000b"', 'a\ufffdb'],
    ['"\\ud83d"', '\ufffd'],
    ['"a\ud83d"', 'a\ufffd'],
    ['"\\ude00\\ud83d"', '\ufffd\ufffd'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\\\u0000"', '\\u0000'],
  ]
  for (const [text, value] of cases) {
    it(`are replaced in ${JSON.stringify(text)}`, () => {
      expect(parse(text)).to.equal(value)
      expect(parse(`{"a":[{"b":${text}}]}`)).to.deep.equal({ a: [{ b: value }] })
    })
  }

  it('are replaced in names and in what a host has parsed', () => {
    expect(parse('{"\\u0000":1}')).to.deep.equal({ '\ufffd': 1 })
    expect(checkParsed({ a: ['\0', '\ud83d'] })).to.deep.equal({ a: ['\ufffd', '\ufffd'] })
  })

  it('leave any other text alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(clean(text)).to.equal(text.replaceAll('\0', '\ufffd'))
      }),
    )
  })
})

describe('JSON: names of the prototype', () => {
  it('are ordinary members', () => {
    const value = parse('{"__proto__":{"text":"x"},"a":"\\u0000"}')
    expect(Object.keys(value as object)).to.deep.equal(['__proto__', 'a'])
    expect(value).not.to.have.property('text')
  })
})
