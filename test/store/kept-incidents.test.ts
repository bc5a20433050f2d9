import { expect } from 'chai'
import {
  latestFirst,
  MAX_INCIDENTS,
  surplus,
} from '../../example-host/store/memory/webhook-incidents.js'
import { newIncident, newIncidents } from './support.js'

describe('store: which incidents of a webhook are kept', () => {
  it('are listed by their last event, however they were added', () => {
    const incidents = [3, 1, 2, 2].map((lastAt, n) => newIncident(`key ${n}`, { lastAt }))
    const keys = latestFirst(incidents).map(({ key }) => key)
    expect(keys).to.deep.equal(['key 0', 'key 3', 'key 2', 'key 1'])
  })

  it('lose expired incidents first, one with each event, and then the oldest', () => {
    const all = newIncidents(MAX_INCIDENTS, (n) => ({ lastAt: n + 1, expiresAt: 1e6 }))
    const latest = newIncident('latest', { lastAt: 20_000, expiresAt: 1e6 })
    const expired = newIncident('expired', { lastAt: 5_000, expiresAt: 20_000 })
    const incidents = new Set([...all, expired, latest])
    expect(surplus(incidents, latest)).to.equal(expired)
    incidents.delete(expired)
    expect(surplus(incidents, latest)).to.equal(all[0])
    incidents.delete(latest)
    expect(surplus(incidents, latest)).to.equal(null)
  })
})
