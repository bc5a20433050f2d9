import { expect } from 'chai'
import type { NextFunction, RequestHandler } from 'express'
import type { HookHost } from '../support/hook-host.js'
import { deliveriesOf, observed, post } from './observed-host.js'

/** A host whose patience ends while a message is being stored, as that of `connect-timeout` may. */
function impatient(error: Error): HookHost {
  let giveUp: NextFunction = () => undefined
  const remember: RequestHandler = (_req, _res, next) => {
    giveUp = next
    next()
  }
  return observed(
    {},
    {
      before: [remember],
      adapt: (adapters) => ({
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: (batch) => {
            giveUp(error)
            return adapters.posts.createBatch(batch)
          },
        },
      }),
    },
  )
}

describe('a host that responds before the message is stored', () => {
  const rows: readonly (readonly [name: string, error: Error])[] = [
    ['after a timeout', Object.assign(new Error('Response timeout'), { status: 503 })],
    [
      "with an error that looks like a parser's",
      Object.assign(new Error('bad JSON'), { type: 'entity.parse.failed', body: '{"text":"x"}' }),
    ],
  ]
  for (const [name, error] of rows) {
    it(`${name}: the message is stored once, and the host hears of its own error alone`, async () => {
      const host = impatient(error)
      const answer = await post(host, { text: 't' }).expect(500, 'the host failed')
      const [latest, ...others] = await deliveriesOf(host)
      expect(others).to.deep.equal([])
      expect(latest?.post_ids).to.deep.equal(host.posts().map((one) => one.id))
      expect(latest?.post_ids).to.have.lengthOf(1)
      expect(latest?.request_id).to.equal(answer.headers['x-request-id'])
      expect(host.hostErrors).to.deep.equal([error])
    })
  }
})
