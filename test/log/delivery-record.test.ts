import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { type HandledRequest, type HookAnswer } from '../../lib/log/handled-request.js'
import { recordsWith } from '../../lib/log/delivery-record.js'
import type { DeliveryRecord } from '../../lib/model/deliveries.js'
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
  used: 'current',
  digest: 'ab12',
  beside: '',
  waited: 0,
  address: '192.0.2.0/24',
  sent: null,
}

function recorded(changes: Partial<HandledRequest> = {}, redact = redactKeys): DeliveryRecord {
  return recordsWith(() => 17, redact, { seal: () => null })({ ...HANDLED, ...changes })
}

/** Bytes of the heap that are in use. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  return process.memoryUsage().heapUsed
}

describe('the record of a request', () => {
  it('tells what was delivered, and when', () => {
    const { id, ...record } = recorded()
    expect(id).to.match(/^[\w-]+$/)
    expect(record).to.deep.equal({
      webhookId: webhookOf().id,
      share: 'accepted',
      time: 17,
      outcome: 'posted',
      incident: '',
      facts: {},
      digest: 'ab12',
      beside: '',
      waited: 0,
      address: '192.0.2.0/24',
      rules: [],
      replayOf: null,
      oldKey: '',
      kept: null,
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

  it('is right after more different texts than are remembered', () => {
    const recordOf = recordsWith(() => 17, redactKeys, { seal: () => null })
    const key = makeKey(new Uint8Array(15))
    for (let n = 0; n < 1_500; n += 1) {
      const referer = `https://chat.example/${n % 700}`
      const { headers } = recordOf({
        ...HANDLED,
        headers: { referer, accept: `${referer}/${key}` },
      })
      expect(headers).to.deep.equal([`referer: ${referer}`, `accept: ${referer}/[redacted]`])
    }
  })

  it('keeps nothing in memory of the long texts of which it has a part', () => {
    const recordOf = recordsWith(() => 17, redactKeys, { seal: () => null })
    const before = usedMemory()
    const kept = Array.from({ length: 40 }, (_, n) => {
      const event = `event ${n} `.padEnd(1_000_000, 'of many words ').slice(0, 64)
      const delivered = { posts: [], warnings: [], ignored: [], repeated: false, event }
      return recordOf({ ...HANDLED, answer: { ...DELIVERED, delivered } })
    })
    expect(usedMemory() - before).to.be.below(10_000_000)
    expect(kept[39]?.event).to.match(/^event 39 of many words .{41}$/)
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
