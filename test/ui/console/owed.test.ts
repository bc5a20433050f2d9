import { expect } from 'chai'
import { MAX_KEPT_BODY, MOST_REPLAYED } from '../../../lib/model/limits.js'
import { requestOf } from '../../../ui/console/api/requests.js'
import { isOwed, restOf } from '../../../ui/console/pages/requests/owed.js'
import type { Wire } from '../../../ui/wire.js'

const NOW = new Date(2026, 2, 12, 16, 7).getTime()
const HOUR = 3_600_000

describe('a request that can be sent again with others', () => {
  const rows: readonly (readonly [is: boolean, request: Wire])[] = [
    [true, {}],
    [true, { time: NOW - 24 * HOUR, size: MAX_KEPT_BODY }],
    [false, { outcome: 'posted' }],
    [false, { outcome: 'failed' }],
    [false, { delivered_by: 'b' }],
    [false, { replay_of: 'b' }],
    [false, { digest: '' }],
    [false, { time: NOW - 25 * HOUR }],
    [false, { size: MAX_KEPT_BODY + 1 }],
    [false, { error_id: 'web.incoming_webhook.signature.app_error' }],
  ]
  for (const [is, request] of rows) {
    it(`is ${is ? '' : 'not '}one with ${JSON.stringify(request)}`, () => {
      const wire = { time: NOW, outcome: 'refused', size: 1, digest: 'd', beside: '', ...request }
      expect(isOwed(requestOf(wire), NOW)).to.equal(is)
    })
  }
})

describe('what is left behind requests that were sent again', () => {
  // Each with a time of its own but the last two, the newest first.
  const owed = Array.from({ length: MOST_REPLAYED + 2 }, (_, at) => ({
    id: `r${at}`,
    time: Math.min(at, MOST_REPLAYED),
    digest: `d${at}`,
    beside: '',
  })).toReversed()
  const sent = (count: number, status = 200, more: readonly number[] = []) => [
    ...Array.from({ length: count }, (_, at) => ({ id: `r${at}`, status })),
    ...more.map((each, at) => ({ id: `r${count + at}`, status: each })),
  ]
  const rest = (results: ReturnType<typeof sent>, of = owed) =>
    restOf(of, results).map(({ id }) => id)

  it('is nothing if one call could have sent more', () => {
    expect(rest(sent(MOST_REPLAYED - 1))).to.deep.equal([])
    expect(rest([])).to.deep.equal([])
  })

  it('is what came after the last one, delivered or not', () => {
    expect(rest(sent(MOST_REPLAYED))).to.deep.equal(['r101', 'r100'])
    expect(rest(sent(MOST_REPLAYED, 400))).to.deep.equal(['r101', 'r100'])
  })

  it('has what came in the same millisecond', () => {
    const late = owed.slice(0, MOST_REPLAYED + 1)
    const results = sent(MOST_REPLAYED).map(({ status }, at) => ({ id: `r${at + 1}`, status }))
    expect(rest(results, late)).to.deep.equal(['r101'])
  })

  it('does not have the content of one that was sent', () => {
    const again = { id: 'again', time: MOST_REPLAYED + 1, digest: 'd7', beside: '' }
    expect(rest(sent(MOST_REPLAYED, 400), [again, ...owed])).to.deep.equal(['r101', 'r100'])
  })

  for (const status of [429, 503]) {
    it(`begins with the first one that got a ${status}`, () => {
      const left = rest(sent(3, 200, [status, status]))
      expect(left.at(-1)).to.equal('r3')
      expect(left).to.have.lengthOf(MOST_REPLAYED - 1)
    })
  }

  it('is everything if the first one came over the limit', () => {
    expect(rest(sent(0, 200, [429]))).to.have.lengthOf(owed.length)
  })
})
