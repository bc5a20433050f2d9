import { expect } from 'chai'
import { isUnread, payloadOf, sentPieces } from '../../../ui/console/pages/requests/sent.js'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

describe('what was sent', () => {
  const detailAt = (line: number, column: number): string =>
    `not JSON: expected a value at position 1 (line ${line}, column ${column})`
  const rows: readonly (readonly [
    what: string,
    body: string,
    line: number,
    column: number,
    shown: string,
  ])[] = [
    ['in a line', '{"text": "a" "b"}', 1, 14, '{"text": "a" [["]]b"}'],
    ['in a later line', '{\n  "a": 1\n  "b": 2\n}', 3, 3, '{\n  "a": 1\n  [["]]b": 2\n}'],
    ['after lines of Windows', '{\r\n"a": nul\r\n}', 2, 6, '{\r\n"a": [[n]]ul\r\n}'],
    ['at the end', '{"a": [1, 2', 1, 12, '{"a": [1, 2[[]]'],
    ['at the end of a line', '{"a":\n,}', 1, 6, '{"a":[[]]\n,}'],
    ['in a letter of two units', '{"a": 😀}', 1, 7, '{"a": [[😀]]}'],
    ['at the end of a text that was cut', '{"a"', 9, 9, '{"a"[[]]'],
  ]
  for (const [what, body, line, column, shown] of rows) {
    it(`has its fault marked ${what}`, () => {
      expect(textOf(sentPieces(body, detailAt(line, column)))).to.equal(shown)
    })
  }

  it('has its fault marked where the detail has advice', () => {
    const detail = `${detailAt(1, 1)}; if the body is plain text, end the URL with /text`
    expect(textOf(sentPieces('plain', detail))).to.equal('[[p]]lain')
  })

  const payload = '{"text": "a" "b"}'
  const sent = (query: object) => ({ method: 'POST', path: '', headers: {}, query: { ...query } })
  const payloads: readonly (readonly [
    what: string,
    request: Parameters<typeof payloadOf>[0],
    payload: string,
  ])[] = [
    ['the body', { contentType: JSON_TYPE, body: payload, sent: sent({}) }, payload],
    [
      'the payload of a form',
      {
        contentType: `${FORM}; charset=utf-8`,
        body: String(new URLSearchParams({ a: 'b', payload })),
        sent: sent({}),
      },
      payload,
    ],
    ['a form without one', { contentType: FORM, body: 'text=a', sent: sent({}) }, 'text=a'],
    ['the payload of a query', { contentType: '', body: '', sent: sent({ payload }) }, payload],
    ['nothing', { contentType: '', body: '', sent: sent({}) }, ''],
    ['nothing that is known', { contentType: '', body: null, sent: null }, ''],
  ]
  for (const [what, request, shown] of payloads) {
    it(`is ${what}`, () => expect(payloadOf(request)).to.equal(shown))
  }

  const NO_TEXT = 'web.incoming_webhook.text.app_error'
  const UNPARSABLE = 'model.incoming_hook.parse_data.app_error'
  const unread: readonly (readonly [
    what: string,
    isIt: boolean,
    request: Partial<Parameters<typeof isUnread>[0]>,
  ])[] = [
    ['an object without a text', true, { body: '{"alert": 1}' }],
    ['a list', true, { body: '[1]', errorId: UNPARSABLE }],
    ['an object that is labelled as a form', true, { body: '{"a": 1}', contentType: FORM }],
    ['a form', true, { body: 'alert=1', contentType: FORM }],
    ['a form in parts', true, { body: '--a\r\nname="b"', contentType: 'multipart/form-data' }],
    ['the payload of a query', true, { body: '', sent: sent({ payload: '{"alert": 1}' }) }],
    ['an object of a format that the URL names', false, { body: '{"a": 1}', format: 'github' }],
    ['an object that is refused for something else', false, { body: '{"a": 1}', errorId: 'other' }],
    ['what stops being JSON', false, { body: '{"a": 1', errorId: UNPARSABLE }],
    ['a number', false, { body: '1' }],
    ['words that are labelled as a form', false, { body: 'disk full', contentType: FORM }],
    ['what is not kept', false, { body: null }],
  ]
  for (const [what, isIt, request] of unread) {
    it(`is ${isIt ? '' : 'not '}read by no format: ${what}`, () => {
      const usual = { errorId: NO_TEXT, format: '', contentType: JSON_TYPE, body: '', sent: null }
      expect(isUnread({ ...usual, ...request })).to.equal(isIt)
    })
  }

  const unmarked: readonly (readonly [body: string, detail: string, shown: string])[] = [
    ['{"a":[1]}', 'attachments: expected a list', '{\n  "a": [\n    1\n  ]\n}'],
    ['{"a":1}', 'not JSON: expected a value at the end (line 1, column 3)', '{\n  "a": 1\n}'],
    ['a=b', '', 'a=b'],
    ['not JSON', 'not JSON', 'not JSON'],
  ]
  for (const [body, detail, shown] of unmarked) {
    it(`has no mark in ${body} for ${detail}`, () => {
      expect(textOf(sentPieces(body, detail))).to.equal(shown)
    })
  }
})

function textOf(pieces: ReturnType<typeof sentPieces>): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `[[${piece.text}]]`)).join('')
}
