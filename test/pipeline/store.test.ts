import { expect } from 'chai'
import { WebhookError } from '../../lib/model/errors.js'
import { pipeline } from './pipeline.js'

const KEYED = { key: { key: 'k', fingerprint: 'f' } }

/** What the sender is told when the store fails so. */
async function toldOf(failure: Error, keyed: boolean): Promise<unknown> {
  const { send } = pipeline({}, (memory) => ({
    ...memory,
    posts: {
      ...memory.posts,
      createBatch: () => {
        throw failure
      },
    },
  }))
  return send({ text: 't' }, keyed ? KEYED : {}).catch((error: unknown) => error)
}

describe('a store that takes too long', () => {
  const timeout = new WebhookError('storage_timeout', { detail: 'posts.createBatch took 10 s' })

  it('has a request with a key repeated, which stores it once', async () => {
    const told = await toldOf(timeout, true)
    expect(told).to.be.instanceOf(WebhookError)
    expect(told).to.include({
      code: 'storage_timeout',
      detail: 'retry with the same Idempotency-Key',
      cause: timeout,
    })
  })

  it('says no such thing of a request without a key, which may be stored twice', async () => {
    expect(await toldOf(timeout, false)).to.equal(timeout)
  })

  const others = [new Error('disk'), new WebhookError('no_text')]
  for (const failure of others) {
    it(`is not what has failed with ${failure.message}`, async () => {
      expect(await toldOf(failure, true)).to.equal(failure)
    })
  }
})
