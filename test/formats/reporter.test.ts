import { expect } from 'chai'
import type { FormatRequest } from '../../lib/formats/format-request.js'
import type { Format } from '../../lib/formats/format.js'
import { reporter } from '../../lib/formats/reporter.js'

function requestOf(value: unknown, headers: FormatRequest['headers'] = {}): FormatRequest {
  return { headers, query: {}, body: { kind: 'json', value, text: '' } }
}

function needing(needs: string): Format {
  return reporter({
    name: 'tests',
    title: 'Tests',
    needs,
    headers: ['X-Test-Run'],
    reports: [{ event: () => 'run', title: () => 'Tests ran' }],
  })
}

describe('a reporter', () => {
  const rows: readonly (readonly [value: unknown, isThere: boolean])[] = [
    [[1, 2], true],
    [[], true],
    [false, true],
    [true, true],
    [0, true],
    ['x', true],
    [{}, true],
    ['', false],
    [null, false],
    [undefined, false],
  ]
  for (const [value, isThere] of rows) {
    it(`${isThere ? 'has what it needs' : 'misses it'} where the member is ${JSON.stringify(value)}`, () => {
      const reading = needing('tests').read(requestOf({ tests: value }))
      expect(reading).to.include(
        isThere ? { kind: 'message' } : { kind: 'refuse', path: 'tests', reason: 'is missing' },
      )
    })
  }

  it('finds headers that are written with capitals', () => {
    const format = needing('tests')
    expect(format.choosingHeaders).to.deep.equal(['x-test-run'])
    expect(format.detect?.(requestOf({}, { 'x-test-run': '1' }))).to.equal('header')
  })
})
