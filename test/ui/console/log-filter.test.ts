import { expect } from 'chai'
import type { LogLine } from '../../../ui/console/api/logs.js'
import { filterLines, levelOf, type LogFilter } from '../../../ui/console/pages/logs/log-lines.js'

describe('the filter of the logs', () => {
  const line = (level: string, node: string, raw: string) => ({
    raw,
    time: '',
    level,
    node,
    message: raw,
    fields: {},
  })
  const LINES = [
    line('DEBUG', 'one', 'received a Payload'),
    line('INFO', 'one', 'listening'),
    line('WARN', 'two', 'no payload'),
    line('ERROR', 'two', 'the store failed'),
    line('NOTICE', 'two', 'of an unknown level'),
  ]
  const ALL: LogFilter = { query: '', level: 'DEBUG', node: '' }
  const rows: readonly (readonly [Partial<LogFilter>, found: readonly number[]])[] = [
    [{}, [0, 1, 2, 3, 4]],
    [{ level: 'INFO' }, [1, 2, 3]],
    [{ level: 'WARN' }, [2, 3]],
    [{ level: 'ERROR' }, [3]],
    [{ node: 'one' }, [0, 1]],
    [{ node: 'three' }, []],
    [{ query: ' PAYLOAD ' }, [0, 2]],
    [{ query: 'payload', level: 'INFO', node: 'two' }, [2]],
    [{ query: 'payload', node: 'one', level: 'INFO' }, []],
  ]
  for (const [filter, found] of rows) {
    it(`leaves ${found.length} of ${LINES.length} lines for ${JSON.stringify(filter)}`, () => {
      const left = filterLines(LINES, { ...ALL, ...filter })
      expect(left).to.deep.equal(found.map((at) => LINES[at]))
    })
  }

  it('finds values as they are shown, which JSON escapes', () => {
    const shown: LogLine = {
      ...line('DEBUG', 'one', String.raw`{"webhookName":"the \"big\" one"}`),
      fields: { webhookName: 'the "big" one', received: { body: '{"a": "b"}' } },
    }
    for (const query of ['the "big" one', '{"a": "b"}']) {
      expect(filterLines([shown], { ...ALL, query })).to.deep.equal([shown])
    }
  })

  it('reads levels that it does not know as the lowest', () => {
    expect(['DEBUG', 'ERROR', 'error', ''].map(levelOf)).to.deep.equal([
      'DEBUG',
      'ERROR',
      'DEBUG',
      'DEBUG',
    ])
  })
})
