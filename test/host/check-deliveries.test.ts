import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { checkDeliveries } from '../../lib/host/check-deliveries.js'
import { createHostAdapters } from '../../lib/host/host-adapters.js'

describe('a batch with an edit', () => {
  it('fails and is told of if the host does not return the post that was edited', async () => {
    const told: unknown[] = []
    const tell = (...line: readonly unknown[]): unknown => told.push(line)
    const adapters = createMemoryAdapters()
    const createBatch = () => ({ stored: true as const, posts: [] })
    const posts = { ...adapters.posts, createBatch }
    const checked = createHostAdapters(0, tell).checked({ ...adapters, posts })
    const { posts: tested } = checkDeliveries(checked, /./, tell)
    const edit = { id: 'a', changes: { message: 'over', version: 1 }, expectedVersion: 0 }
    const expected = '{ stored: true, posts, edited } for a batch with an edit'
    const failed: unknown = await Promise.resolve(tested.createBatch({ posts: [], edit })).catch(
      String,
    )
    expect(failed).to.equal(`TypeError: posts.createBatch did not return ${expected}`)
    expect(told).to.deep.equal([['EIW_ADAPTER_RESULT', { method: 'posts.createBatch', expected }]])
  })
})
