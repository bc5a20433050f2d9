import { expect } from 'chai'
import { KeptRequests } from '../../lib/manage/kept-requests.js'
import type { RecentRequest } from '../../lib/manage/recent-requests.js'

const REQUEST: RecentRequest = {
  share: 'accepted',
  time: 1,
  requestId: 'r',
  status: 200,
  errorId: '',
  message: '',
  detail: '',
  warnings: [],
  ignored: [],
  size: 12,
  userAgent: '',
  contentType: '',
  headers: [],
  duration: 1.5,
  response: 'ok',
  postIds: [],
  actions: [],
  postedTo: null,
  replayed: false,
  format: 'native',
  event: '',
  skipped: false,
}

/** Each takes about 2,000 characters. */
const LARGE = { ...REQUEST, response: 'r'.repeat(1_000) }

describe('the requests that a process keeps', () => {
  it('are of any number of webhooks, as long as all of them together are small enough', () => {
    const kept = new KeptRequests()
    for (let n = 0; n < 3_000; n += 1) kept.add(`w${n}`, REQUEST)
    for (let n = 0; n < 3_000; n += 1) expect(kept.list(`w${n}`)).to.have.length(1)
  })

  it('beyond that are fewer of whoever sends much, down to ten, before any of others', () => {
    const kept = new KeptRequests(100_000)
    for (let n = 0; n < 20; n += 1) kept.add(`w${n}`, LARGE)
    for (let size = 1; size <= 200; size += 1) kept.add('busy', { ...LARGE, size })
    const ofBusy = kept.list('busy')
    expect(ofBusy).to.have.length.within(26, 29)
    expect(ofBusy[0]?.size).to.equal(200)
    for (let n = 0; n < 20; n += 1) expect(kept.list(`w${n}`)).to.have.length(1)
  })

  it('beyond that, where all send little, are those of whoever was busy last', () => {
    const kept = new KeptRequests(100_000)
    for (let n = 0; n < 40; n += 1) kept.add(`w${n}`, LARGE)
    kept.add('w0', LARGE)
    for (let n = 40; n < 50; n += 1) kept.add(`w${n}`, LARGE)
    expect(kept.list('w0')).to.have.length(2)
    expect(kept.list('w1')).to.have.length(0)
    expect(kept.list('w49')).to.have.length(1)
  })

  it('of one share make room for themselves, not at the expense of another', () => {
    const kept = new KeptRequests(100_000)
    kept.add('w', LARGE)
    kept.add('w', { ...LARGE, share: 'refused' })
    for (let n = 0; n < 200; n += 1) kept.add('w', { ...LARGE, share: 'unproven' })
    const shares = kept.list('w').map(({ share }) => share)
    expect(shares.filter((share) => share !== 'unproven')).to.deep.equal(['refused', 'accepted'])
  })

  it('that are forgotten leave their room to others', () => {
    const kept = new KeptRequests(100_000)
    kept.add('quiet', LARGE)
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 40; n += 1) kept.add('busy', LARGE)
      kept.forget('busy')
    }
    for (let n = 0; n < 45; n += 1) kept.add('busy', LARGE)
    expect(kept.list('busy')).to.have.length(45)
    expect(kept.list('quiet')).to.have.length(1)
  })
})
