import { expect } from 'chai'
import { createRecentRequests, type NewRequest } from '../../lib/manage/recent-requests.js'
import { makeKey } from '../../lib/rules/keys.js'
import { keyRedactor } from '../../lib/rules/redact.js'

const delivered: NewRequest = {
  share: 'accepted',
  requestId: 'r',
  status: 200,
  errorId: '',
  message: '',
  detail: '',
  warnings: [],
  ignored: [],
  size: 12,
  userAgent: 'curl/8',
  contentType: 'application/json',
  headers: { accept: '*/*' },
  duration: 1.5,
  response: 'ok',
  postIds: ['p1'],
  postedTo: null,
  replayed: false,
  format: 'native',
  event: '',
  skipped: false,
}

describe('recent requests', () => {
  it('are told newest first, with their time, 50 of each webhook', () => {
    let now = 0
    const recent = createRecentRequests({ clock: () => ++now })
    for (let size = 1; size <= 60; size += 1) recent.add('w', { ...delivered, size })
    const list = recent.list('w')
    expect(list).to.have.length(50)
    expect(list[0]).to.deep.equal({
      ...delivered,
      headers: ['accept: */*'],
      size: 60,
      time: 60,
    })
    expect(list[49]).to.include({ size: 11, time: 11 })
    expect(recent.list('other')).to.deep.equal([])
  })

  it('are kept apart: those of one share push out none of the others', () => {
    const recent = createRecentRequests({ clock: () => 1 })
    const add = (share: NewRequest['share'], size: number): void => {
      recent.add('w', { ...delivered, share, size })
    }
    add('accepted', 1)
    add('refused', 2)
    for (let size = 3; size < 500; size += 1) add('unproven', size)
    add('refused', 500)
    const sizes = recent.list('w').map(({ size }) => size)
    const flood = Array.from({ length: 50 }, (_, at) => 499 - at)
    expect(sizes).to.deep.equal([500, ...flood, 2, 1])
  })

  it('are forgotten with their webhook', () => {
    const recent = createRecentRequests()
    for (const share of ['accepted', 'refused', 'unproven'] as const) {
      recent.add('w', { ...delivered, share })
    }
    recent.forget('w')
    expect(recent.list('w')).to.deep.equal([])
  })

  it('hold no key, no control characters and bounded texts', () => {
    const key = makeKey(new Uint8Array(15))
    const recent = createRecentRequests()
    recent.add('w', {
      ...delivered,
      userAgent: `a\u001b[31m\n${key}${'x'.repeat(500)}`,
      detail: `see ${key}`,
      requestId: key,
      contentType: `${key}${'t'.repeat(500)}`,
      headers: { referer: `https://chat.example/hooks/${key}`, 'x-long': 'h'.repeat(500) },
      response: `${key}${'r'.repeat(5_000)}`,
      ignored: Array.from({ length: 100 }, () => `${key}${'p'.repeat(500)}`),
      warnings: Array.from({ length: 100 }, () => ({ path: key, reason: 'r'.repeat(500) })),
    })
    const [request] = recent.list('w')
    expect(JSON.stringify(request)).not.to.include(key)
    expect(request?.userAgent).to.match(/^a\[31m\[redacted\]/)
    expect(request?.userAgent).to.have.length.at.most(200)
    expect(request?.detail).to.equal('see [redacted]')
    expect(request?.requestId).to.equal('[redacted]')
    expect(request?.contentType)
      .to.match(/^\[redacted\]t/)
      .and.to.have.length(200)
    expect(request?.headers[0]).to.equal('referer: https://chat.example/hooks/[redacted]')
    expect(request?.headers[1]).to.have.length(200)
    expect(request?.response)
      .to.match(/^\[redacted\]r/)
      .and.to.have.length(1_000)
    expect(request?.ignored).to.have.length(20)
    expect(request?.ignored[0]).to.have.length.at.most(200)
    expect(request?.warnings).to.have.length(20)
    expect(request?.warnings[0]?.reason).to.have.length(200)
  })

  it('hold no key of another system, however short the text around it is', () => {
    const recent = createRecentRequests({ redact: keyRedactor('/in') })
    const key = 'a1'.repeat(10)
    recent.add('w', { ...delivered, headers: { a: `/in/${key}` }, detail: `/in/${key}` })
    expect(JSON.stringify(recent.list('w'))).not.to.include(key)
  })

  it('hold well-formed text where a cut leaves half a character', () => {
    const recent = createRecentRequests()
    recent.add('w', { ...delivered, userAgent: `${'x'.repeat(199)}\u{1f600}`, detail: '\ud83d' })
    const [request] = recent.list('w')
    expect(request?.userAgent.isWellFormed()).to.equal(true)
    expect(request?.detail.isWellFormed()).to.equal(true)
  })
})
