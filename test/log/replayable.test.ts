import { expect } from 'chai'
import type { ListedDelivery } from '../../lib/log/delivery-log.js'
import { replayable } from '../../lib/log/replayable.js'
import { MOST_REPLAYED } from '../../lib/model/limits.js'
import { readDelivery } from '../../lib/host/read-deliveries.js'

function requestOf(id: string, given: object = {}): ListedDelivery {
  const record = { webhookId: 'w', time: 1, status: 404, digest: id, id, ...given }
  return { ...readDelivery(record), deliveredBy: null }
}

describe('more requests than are sent again at once', () => {
  const owed = Array.from({ length: MOST_REPLAYED + 20 }, (_, at) => requestOf(`r${at}`))
  const firstAfter = (status: number, replayOf: string): string | undefined =>
    replayable([...owed, requestOf('again', { status, replayOf, share: 'replayed' })])[0]?.id

  it('are sent from the first one on', () => {
    const ids = replayable(owed).map(({ id }) => id)
    expect(ids).to.have.lengthOf(MOST_REPLAYED)
    expect(ids[0]).to.equal('r0')
  })

  for (const [status, next] of [
    [404, 'r8'],
    [400, 'r8'],
    [429, 'r7'],
    [503, 'r7'],
  ] as const) {
    it(`go on with ${next} where r7 got a ${status} last`, () => {
      expect(firstAfter(status, 'r7')).to.equal(next)
    })
  }

  it('begin anew behind the last one, and where the last one is not among them', () => {
    expect(firstAfter(400, owed.at(-1)?.id ?? '')).to.equal('r0')
    expect(firstAfter(429, 'delivered since')).to.equal('r0')
  })
})
