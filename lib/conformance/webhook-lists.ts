import assert from 'node:assert/strict'
import type { WebhooksAdapter } from '../adapters/types.js'
import type { HookChannel, HookUser } from '../model/records.js'
import { type Check, checks } from './checks.js'
import { openScene } from './scene.js'

type Filter = Partial<Parameters<WebhooksAdapter['list']>[0]>

/**
 * With five webhooks: `1` is the oldest, `c` and `d` have the same time, `b` and `e` have another owner,
 * `b` and `c` have another channel.
 */
const check = checks(async (session) => {
  const { webhooks } = session
  const { user, channel, webhook, newWebhook } = await openScene(session)
  const hugo = await session.seedUser('hugo')
  const other = await session.seedChannel('other')
  const add = async (
    name: string,
    owner: HookUser,
    place: HookChannel,
    after: number,
  ): Promise<void> => {
    const createAt = webhook.createAt + after
    const own = { userId: owner.id, channelId: place.id, createAt, updateAt: createAt }
    await webhooks.create({ ...newWebhook(name), ...own })
  }
  // Not in order of age, so that the order of insertion differs.
  await add('e', hugo, channel, 3000)
  await add('d', user, channel, 2000)
  await add('c', user, other, 2000)
  await add('b', hugo, other, 1000)
  /** The names of the webhooks of a page, and the total. */
  const list = async (filter: Filter): Promise<readonly [names: string, total: number]> => {
    const { items, total } = await webhooks.list({ offset: 0, limit: 9, ...filter })
    return [items.map(({ id }) => id.at(2)).join(''), total]
  }
  return { list, userId: hugo.id, teamId: channel.teamId, channelId: channel.id, other: other.id }
})

/** Contract of `WebhooksAdapter.list`. */
export const WEBHOOK_LISTS: readonly Check[] = [
  check('are listed newest first, and by descending id at equal times', async ({ list }) => {
    const [names] = await list({})
    assert.equal(names, 'edcb1', 'the list')
  }),
  check('are listed in pages, with the total number', async ({ list }) => {
    assert.deepEqual(await list({ offset: 1, limit: 2 }), ['dc', 5], 'a page')
    assert.deepEqual(await list({ offset: 4, limit: 2 }), ['1', 5], 'the last page')
    assert.deepEqual(await list({ offset: 6, limit: 2 }), ['', 5], 'a page beyond the last')
  }),
  check('are listed and counted by owner and by team', async ({ list, userId, teamId }) => {
    assert.deepEqual(await list({ userId }), ['eb', 2], 'the list of a user')
    const [, total] = await list({ teamId })
    assert.equal(total, 5, 'total of a team')
    assert.deepEqual(await list({ teamId, userId }), ['eb', 2], 'the list of a user in a team')
    for (const nowhere of [{ userId: 'unknown' }, { teamId: 'unknown' }]) {
      assert.deepEqual(await list(nowhere), ['', 0], `the list of ${JSON.stringify(nowhere)}`)
    }
  }),
  check('are listed and counted by channel', async ({ list, userId, channelId, other }) => {
    assert.deepEqual(await list({ channelId: other, limit: 1 }), ['c', 2], 'a page of a channel')
    assert.deepEqual(await list({ channelId }), ['ed1', 3], 'the list of another channel')
    const own = await list({ channelId: other, userId })
    assert.deepEqual(own, ['b', 1], 'the list of a user in a channel')
    assert.deepEqual(await list({ channelId: 'unknown' }), ['', 0], 'that of an unknown channel')
  }),
]
