import { expect } from 'chai'
import { reasonOf } from '../../../ui/console/pages/requests/words.js'

describe('why a request was refused', () => {
  const request = (status: number, message: string, detail = '') => ({
    time: 1,
    requestId: 'r',
    status,
    message,
    errorId: '',
    detail,
    warnings: [],
    ignored: [],
    size: 1,
    userAgent: '',
    contentType: '',
    headers: [],
    duration: null,
    response: '',
    postIds: [],
    actions: [],
    postedTo: null,
    replayed: false,
    format: 'native',
    event: '',
    skipped: false,
  })
  const NOTHING = 'Nothing was posted.'
  const rows: readonly (readonly [
    status: number,
    message: string,
    detail: string,
    title: string,
    text: string | RegExp,
  ])[] = [
    [
      400,
      'Unable to parse incoming data',
      'not JSON: expected a comma at position 13 (line 1, column 14)',
      'Not valid JSON at line 1, column 14',
      `Expected a comma there. ${NOTHING}`,
    ],
    [
      400,
      'Unable to parse incoming data',
      'not JSON: expected a value at the end (line 2, column 3)',
      'Not valid JSON at line 2, column 3',
      `Expected a value there. ${NOTHING}`,
    ],
    [
      400,
      'Unable to parse incoming data',
      'not JSON: expected a value at position 0 (line 1, column 1); if the body is plain text, end the URL with /text',
      'Not valid JSON at line 1, column 1',
      `Expected a value there. If the body is plain text, end the URL with /text. ${NOTHING}`,
    ],
    [400, 'Unable to parse', 'not JSON: whatever', 'Not JSON: whatever', NOTHING],
    [400, 'No text specified', '', 'No text specified', NOTHING],
    [400, 'No text', 'a payload needs a text', 'A payload needs a text', NOTHING],
    [
      400,
      'Unable to parse',
      'attachments[0].text: expected a string',
      'attachments[0].text: expected a string',
      NOTHING,
    ],
    [
      429,
      'Too many requests',
      'webhook: at most 10',
      'Too many requests',
      /^More came than the limit.*line/,
    ],
    [500, 'The chat server failed', 'why', 'The chat server failed', /^It is unknown/],
    [504, 'No answer', '', 'No answer', /^It is unknown/],
    [501, 'Disabled', 'by the admin', 'By the admin', NOTHING],
    [503, 'Unavailable', '', 'Unavailable', NOTHING],
  ]
  for (const [status, message, detail, title, text] of rows) {
    it(`is told for ${status} ${detail === '' ? message : detail}`, () => {
      const reason = reasonOf(request(status, message, detail))
      expect(reason.title).to.equal(title)
      if (typeof text === 'string') expect(reason.text).to.equal(text)
      else expect(reason.text).to.match(text)
    })
  }
})
