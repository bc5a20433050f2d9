import { expect } from 'chai'
import { holdMessage, payloadOfFields } from '../../../lib/native/body/fields.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { refuses } from '../payloads.js'

type Fields = readonly (readonly [string, string])[]

function payloadOf(...fields: Fields): unknown {
  return payloadOfFields(fields, new Reading())
}

describe('multipart fields', () => {
  const cases: readonly (readonly [string, Fields, unknown])[] = [
    ['one payload', [['payload', '{"text":"a"}']], { text: 'a' }],
    [
      'a payload beside others, which it beats',
      [
        ['text', 'b'],
        ['payload', '{"text":"a"}'],
      ],
      { text: 'a' },
    ],
    [
      'an empty payload, which is absent',
      [
        ['payload', ''],
        ['text', 'b'],
      ],
      { payload: '', text: 'b' },
    ],
    [
      'the names of the JSON',
      [
        ['text', 'a'],
        ['username', 'ci'],
      ],
      { text: 'a', username: 'ci' },
    ],
    ['names in any case', [['TEXT', 'a']], { text: 'a' }],
    [
      "the reference's names",
      [
        ['channelname', 'c'],
        ['iconurl', 'u'],
        ['iconemoji', 'e'],
        ['RootId', 'r'],
      ],
      { channel: 'c', icon_url: 'u', icon_emoji: 'e', root_id: 'r' },
    ],
    [
      'duplicates, of which the last counts',
      [
        ['text', 'a'],
        ['text', 'b'],
      ],
      { text: 'b' },
    ],
    [
      'attachments as JSON text',
      [['attachments', '[{"text":"a"}]']],
      { attachments: [{ text: 'a' }] },
    ],
    [
      'empty structured fields',
      [
        ['attachments', ''],
        ['text', 'a'],
      ],
      { attachments: '', text: 'a' },
    ],
    [
      'all structured members as JSON text',
      [
        ['Blocks', '[]'],
        ['props', '{"a":1}'],
        ['priority', '{"priority":""}'],
      ],
      { blocks: [], props: { a: 1 }, priority: { priority: '' } },
    ],
    ['silent', [['silent', 'TRUE']], { silent: true }],
    ['silent as a number', [['silent', '1']], { silent: true }],
    ['what is not silent', [['silent', 'False']], { silent: false }],
    ['what is not silent as a number', [['silent', '0']], { silent: false }],
    ['another word for silent', [['silent', 'Yes']], { silent: 'Yes' }],
    ['U+0000', [['text', 'a\0b']], { text: 'a\ufffdb' }],
    ['nothing', [], {}],
  ]
  for (const [title, fields, payload] of cases) {
    it(`hold ${title}`, () => {
      expect(payloadOf(...fields)).to.deep.equal(payload)
    })
  }

  it('named as the prototype are ordinary ones', () => {
    expect(Object.keys(payloadOf(['__proto__', 'x'], ['text', 'a']) as object)).to.deep.equal([
      '__proto__',
      'text',
    ])
  })

  it('of broken JSON are refused with the place', () => {
    refuses(() => payloadOf(['payload', '{"text":']), 'payload_unparsable', 'at the end')
    refuses(() => payloadOf(['attachments', 'x']), 'payload_unparsable', 'position 0')
  })
})

describe('fields without a payload', () => {
  const rows: readonly (readonly [Fields, boolean])[] = [
    [[['text', 'a']], true],
    [[['TEXT', 'a']], true],
    [[['attachments', '[]']], true],
    [[['blocks', '[]']], true],
    [
      [
        ['token', 'x'],
        ['text', 'a'],
      ],
      true,
    ],
    [[['text', '']], false],
    [[['username', 'a']], false],
    [[], false],
  ]
  for (const [fields, hold] of rows) {
    it(`${hold ? 'hold' : 'do not hold'} a message: ${JSON.stringify(fields)}`, () => {
      expect(holdMessage(fields)).to.equal(hold)
    })
  }
})
