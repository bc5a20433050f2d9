import { expect } from 'chai'
import request from 'supertest'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { cheapHash } from '../support/cheap-hash.js'
import { type HookHost, hookHost, id } from '../support/hook-host.js'

const UNKNOWN = 'abcdefghijklmnopqrstuvwxyz'

/** The same host twice, as two processes run it; `counters` is what they share, if anything. */
function twoProcesses(counters: object): readonly [HookHost, HookHost] {
  const start = (): HookHost =>
    hookHost({
      webhook: { rateLimit: { perSecond: 0.1, burst: 2 } },
      options: { limits: { keyFailures: 3 } },
      adapt: (adapters) => ({ ...adapters, ...counters }),
    })
  return [start(), start()]
}

const post = async ({ app, path }: HookHost): Promise<number> =>
  (await request(app).post(path).send({ text: 't' })).status
const guess = async ({ app }: HookHost): Promise<number> =>
  (await request(app).post(`/hooks/${UNKNOWN}`).send({})).status
const signIn = async ({ webhooks, adapters }: HookHost): Promise<unknown> => {
  const userId = id('alice')
  adapters.host.credentials.set(userId, { userId, passwordHash: await cheapHash('a password') })
  return webhooks.signIn
    .checkPassword({ loginId: 'alice', password: 'wrong', address: '192.0.2.1' })
    .catch((error: unknown): unknown => Reflect.get(Object(error), 'code'))
}

describe('two processes that share their counters', () => {
  it('have one rate of a webhook between them', async () => {
    const [one, other] = twoProcesses({ counters: createMemoryAdapters().counters })
    expect([await post(one), await post(other)]).to.deep.equal([200, 200])
    expect([await post(one), await post(other)]).to.deep.equal([429, 429])
  })

  it('count guesses of keys together', async () => {
    const [one, other] = twoProcesses({ counters: createMemoryAdapters().counters })
    expect([await guess(one), await guess(other), await guess(one)]).to.deep.equal([404, 404, 404])
    expect([await guess(one), await guess(other)]).to.deep.equal([429, 429])
  })

  it('count failures to sign in together', async () => {
    const [one, other] = twoProcesses({ counters: createMemoryAdapters().counters })
    for (const host of [one, other, one, other, one, other, one, other, one, other]) {
      expect(await signIn(host)).to.equal('sign_in_failed')
    }
    expect([await signIn(one), await signIn(other)]).to.deep.equal(['rate_limited', 'rate_limited'])
    await Promise.all([one, other].map(({ webhooks }) => webhooks.close()))
  })

  it('count each for itself where they share none', async () => {
    const [one, other] = twoProcesses({})
    for (const host of [one, other]) {
      expect([await post(host), await post(host), await post(host)]).to.deep.equal([200, 200, 429])
      for (let n = 0; n < 3; n += 1) expect(await guess(host)).to.equal(404)
      expect(await guess(host)).to.equal(429)
    }
  })
})
