import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { RequestTurn } from '../../lib/http/rate-limits.js'
import { Admission } from '../../lib/load/admission.js'
import { Turns } from '../../lib/load/turns.js'
import { WaitingRoom } from '../../lib/load/waiting-room.js'
import { WebhookError } from '../../lib/model/errors.js'

/** Requests in progress that a process has at most. */
const MOST_UNDER_WAY = 2_000

describe('the turn of a request', () => {
  const admission = new Admission(new WaitingRoom())
  const turns = new Turns(createMemoryAdapters().counters, new WaitingRoom(undefined, 67_108_864))

  function turnOf(letGo = (): void => undefined): RequestTurn {
    return new RequestTurn({
      line: 'webhook a',
      limit: { perSecond: 10, burst: 1 },
      res: new ServerResponse(new IncomingMessage(new Socket())),
      letGo,
      turns,
      admission,
      refusal: () => new WebhookError('rate_limited'),
    })
  }

  it('takes no place while others store what its request says, and lets its body go', async () => {
    let end = (): void => undefined
    const stored = new Promise<void>((resolve) => (end = resolve))
    let held = MOST_UNDER_WAY
    const all = Array.from({ length: MOST_UNDER_WAY }, () => {
      const turn = turnOf(() => (held -= 1))
      return admission.admit(() => turn.aside({ bytes: () => 1_000 }, () => stored))
    })
    expect(admission.refusal()).to.equal(null)
    expect(held).to.equal(0)
    end()
    await Promise.all(all)
  })

  it('is refused where what waits so would hold more than 16 MiB for a webhook', async () => {
    let end = (): void => undefined
    const stored = new Promise<void>((resolve) => (end = resolve))
    const wait = (): Promise<unknown> => turnOf().aside({ bytes: () => 9_000_000 }, () => stored)
    const first = wait()
    expect(await wait().catch(String)).to.include('cannot accept this request now')
    end()
    await first
    await wait()
  })
})
