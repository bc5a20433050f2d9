import { expect } from 'chai'
import type { LogLine } from '../../../ui/console/api/logs.js'
import { fieldsText, headOf } from '../../../ui/console/pages/logs/log-lines.js'

function line(message: string, fields: LogLine['fields'] = {}): LogLine {
  return { raw: '', time: 'now', level: 'DEBUG', node: 'one', message, fields }
}

describe('a line of the log in one row', () => {
  const request = { webhookName: 'Incidents', duration: 10, status: 200 }
  const rows: readonly (readonly [LogLine, ...said: readonly string[]])[] = [
    [
      line("incoming webhook refused: Couldn't find the channel", { ...request, status: 404 }),
      'DEBUG 404',
      'bad',
      'Incidents',
      "Couldn't find the channel",
      '10 ms',
    ],
    [
      line('incoming webhook delivered', { ...request, channelName: 'deploys' }),
      'DEBUG 200',
      '',
      'Incidents',
      '→ # deploys',
      '10 ms',
    ],
    [
      line('incoming webhook delivered', { ...request, channelName: '@maria' }),
      'DEBUG 200',
      '',
      'Incidents',
      '→ @maria',
      '10 ms',
    ],
    [
      line('incoming webhook delivered', request),
      'DEBUG 200',
      '',
      'Incidents',
      'delivered',
      '10 ms',
    ],
    [line('incoming webhook skipped', request), 'DEBUG 200', '', 'Incidents', 'skipped', '10 ms'],
    [line('incoming webhook refused: Wait', { status: 429 }), 'DEBUG 429', 'warn', '', 'Wait', ''],
    [line('message button pressed'), 'DEBUG', '', '', 'message button pressed', ''],
    [{ ...line('no store'), level: 'ERROR' }, 'ERROR', 'bad', '', 'no store', ''],
  ]
  for (const [given, mark, tone, name, title, duration] of rows) {
    it(`is ${[mark, name, title, duration].join(' ')}`, () => {
      expect(headOf(given)).to.deep.equal({ mark, tone, name, title, duration })
    })
  }
})

describe('the fields of a line', () => {
  it('are JSON without empty ones, in which the body is JSON too if it is whole', () => {
    const fields = (body: string): unknown =>
      JSON.parse(fieldsText(line('m', { received: { size: 9, body }, detail: '', ignored: [] })))
    const around = { time: 'now', level: 'DEBUG', message: 'm', node: 'one' }
    expect(fields('{"a":"b c"}')).to.deep.equal({
      ...around,
      received: { size: 9, body: { a: 'b c' } },
    })
    expect(fields('{"a":"b')).to.deep.equal({ ...around, received: { size: 9, body: '{"a":"b' } })
  })
})
