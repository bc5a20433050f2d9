import { expect } from 'chai'
import { requestOf } from '../../../ui/console/api/requests.js'
import { continued, joined, PER_PAGE } from '../../../ui/console/pages/requests/use-log.js'
import { worstOf } from '../../../ui/console/pages/requests/requests-page.js'

/** Requests by numbers, the newest first. */
const from = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => requestOf({ id: String(newest - at) }))
const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) =>
  items.map(({ id }) => Number(id))
const NOTHING = { items: [], isAll: false }

describe('a live list of requests', () => {
  const page = (newest: number) => from(newest, newest - PER_PAGE + 1)

  it('is all there is if a page is not full', () => {
    const listed = joined(from(3, 1), { items: from(9, 4), isAll: false })
    expect(ids(listed)).to.deep.equal([3, 2, 1])
    expect(listed.isAll).to.equal(true)
  })

  it('keeps what is known behind the newest page', () => {
    const before = { items: from(200, 41), isAll: true }
    const listed = joined(page(205), before)
    expect(ids(listed)).to.deep.equal(ids({ items: from(205, 41) }))
    expect(listed.isAll).to.equal(true)
  })

  it('forgets what is known if there would be a gap', () => {
    const listed = joined(page(500), { items: from(200, 41), isAll: true })
    expect(ids(listed)).to.deep.equal(ids({ items: page(500) }))
    expect(listed.isAll).to.equal(false)
  })

  it('continues without what is known, and without a gap', () => {
    const first = joined(page(200), NOTHING)
    // Five came since, so that the second page begins with five that are known.
    const listed = continued(first, from(145, 86))
    expect(ids(listed)).to.deep.equal(ids({ items: from(200, 86) }))
    expect(listed.isAll).to.equal(false)
    expect(continued(listed, from(90, 80)).isAll).to.equal(true)
    expect(continued(listed, page(200)).isAll).to.equal(true)
  })
})

describe('the worst webhooks', () => {
  const request = (hook_id: string, outcome: string) => requestOf({ hook_id, outcome })

  it('are those with the most requests that were refused or failed', () => {
    const requests = [
      request('a', 'refused'),
      request('b', 'failed'),
      request('c', 'posted'),
      request('b', 'refused'),
    ]
    expect(worstOf(requests)).to.deep.equal([
      { hookId: 'b', refused: 1, failed: 1 },
      { hookId: 'a', refused: 1, failed: 0 },
    ])
  })

  it('are ten at most', () => {
    const requests = Array.from({ length: 12 }, (_, at) => request(`hook ${at}`, 'refused'))
    expect(worstOf([...requests, request('hook 11', 'failed')])).to.have.lengthOf(10)
    expect(worstOf([...requests, request('hook 11', 'failed')])[0]?.hookId).to.equal('hook 11')
  })
})
