import { expect } from 'chai'
import { KeptRequests } from '../../lib/manage/kept-requests.js'
import {
  type HandledRequest,
  type HookAnswer,
  type RecentRequest,
  recordsWith,
} from '../../lib/manage/recent-requests.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import { WebhookError } from '../../lib/model/errors.js'
import { makeKey } from '../../lib/rules/keys.js'
import { keyRedactor, redactKeys } from '../../lib/rules/redact.js'
import { webhookOf } from '../support/hook-host.js'

const DELIVERED: HookAnswer = {
  status: 200,
  delivered: { posts: [], warnings: [], ignored: [], repeated: false, format: 'native' },
  error: null,
}

const HANDLED: HandledRequest = {
  webhook: webhookOf(),
  settings: DEFAULT_SETTINGS,
  requestId: 'r',
  headers: { accept: '*/*', 'user-agent': 'curl/8', 'content-type': 'application/json' },
  body: null,
  size: 12,
  duration: 1.54,
  response: 'ok',
  unusable: '',
  isProven: true,
  answer: DELIVERED,
}

function recorded(changes: Partial<HandledRequest> = {}, redact = redactKeys): RecentRequest {
  return recordsWith(() => 17, redact)({ ...HANDLED, ...changes })
}

describe('recent requests', () => {
  it('are told newest first, 50 of each webhook', () => {
    const recent = new KeptRequests()
    for (let size = 1; size <= 60; size += 1) recent.add('w', recorded({ size }))
    const list = recent.list('w')
    expect(list.map(({ size }) => size)).to.deep.equal(
      Array.from({ length: 50 }, (_, at) => 60 - at),
    )
    expect(recent.list('other')).to.deep.equal([])
  })

  it('are kept apart: those of one share push out none of the others', () => {
    const recent = new KeptRequests()
    const add = (share: RecentRequest['share'], size: number): void => {
      recent.add('w', { ...recorded({ size }), share })
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
    const recent = new KeptRequests()
    for (const share of ['accepted', 'refused', 'unproven'] as const) {
      recent.add('w', { ...recorded(), share })
    }
    recent.forget('w')
    expect(recent.list('w')).to.deep.equal([])
  })
})

describe('the record of a request', () => {
  it('tells what was delivered, and when', () => {
    expect(recorded()).to.deep.equal({
      share: 'accepted',
      time: 17,
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
      headers: ['accept: */*', 'user-agent: curl/8', 'content-type: application/json'],
      duration: 1.5,
      response: 'ok',
      postIds: [],
      actions: [],
      postedTo: null,
      replayed: false,
      format: 'native',
      event: '',
      skipped: false,
    })
  })

  it('is of the share that its proof and its answer say', () => {
    const refused = { status: 400, delivered: null, error: new WebhookError('no_text') }
    expect(recorded({ answer: refused }).share).to.equal('refused')
    expect(recorded({ isProven: false }).share).to.equal('unproven')
  })

  it('holds no key, no control characters and bounded texts', () => {
    const key = makeKey(new Uint8Array(15))
    const request = recorded({
      requestId: key,
      unusable: `see ${key}`,
      headers: {
        'user-agent': `a\u001b[31m\n${key}${'x'.repeat(500)}`,
        'content-type': `${key}${'t'.repeat(500)}`,
        referer: `https://chat.example/hooks/${key}`,
        'x-long': 'h'.repeat(500),
      },
      response: `${key}${'r'.repeat(5_000)}`,
      answer: {
        ...DELIVERED,
        delivered: {
          posts: [],
          repeated: false,
          ignored: Array.from({ length: 100 }, () => `${key}${'p'.repeat(500)}`),
          warnings: Array.from({ length: 100 }, () => ({ path: key, reason: 'r'.repeat(500) })),
        },
      },
    })
    expect(JSON.stringify(request)).not.to.include(key)
    expect(request.userAgent).to.match(/^a\[31m\[redacted\]/)
    expect(request.userAgent).to.have.length.at.most(200)
    expect(request.detail).to.equal('see [redacted]')
    expect(request.requestId).to.equal('[redacted]')
    expect(request.contentType)
      .to.match(/^\[redacted\]t/)
      .and.to.have.length(200)
    expect(request.headers[2]).to.equal('referer: https://chat.example/hooks/[redacted]')
    expect(request.headers[3]).to.have.length(200)
    expect(request.response)
      .to.match(/^\[redacted\]r/)
      .and.to.have.length(1_000)
    expect(request.ignored).to.have.length(20)
    expect(request.ignored[0]).to.have.length.at.most(200)
    expect(request.warnings).to.have.length(20)
    expect(request.warnings[0]?.reason).to.have.length(200)
  })

  it('holds no key of another system, however short the text around it is', () => {
    const key = 'a1'.repeat(10)
    const request = recorded(
      { headers: { a: `/in/${key}` }, unusable: `/in/${key}` },
      keyRedactor('/in'),
    )
    expect(JSON.stringify(request)).not.to.include(key)
  })

  it('holds well-formed text where a cut leaves half a character', () => {
    const request = recorded({
      headers: { 'user-agent': `${'x'.repeat(199)}\u{1f600}` },
      unusable: '\ud83d',
    })
    expect(request.userAgent.isWellFormed()).to.equal(true)
    expect(request.detail.isWellFormed()).to.equal(true)
  })
})
