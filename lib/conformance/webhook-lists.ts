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
  /** Fails unless the page has the webhooks with these names. */
  const expectList = async (filter: Filter, names: string, total = names.length): Promise<void> => {
    const page = await webhooks.list({ offset: 0, limit: 9, ...filter })
    const listed = { names: page.items.map(({ id }) => id.at(2)).join(''), total: page.total }
    assert.deepEqual(listed, { names, total }, `the list of ${JSON.stringify(filter)}`)
  }
  const { teamId, id: channelId } = channel
  return { expectList, userId: hugo.id, teamId, channelId, other: other.id }
})

/** Contract of `WebhooksAdapter.list`. */
export const WEBHOOK_LISTS: readonly Check[] = [
  check('are listed newest first, and by descending id at equal times', async ({ expectList }) => {
    await expectList({}, 'edcb1')
  }),
  check('are listed in pages, with the total number', async ({ expectList }) => {
    await expectList({ offset: 1, limit: 2 }, 'dc', 5)
    await expectList({ offset: 4, limit: 2 }, '1', 5)
    await expectList({ offset: 6, limit: 2 }, '', 5)
  }),
  check(
    'are listed and counted by owner and by team',
    async ({ webhooks, expectList, userId, teamId }) => {
      await expectList({ userId }, 'eb')
      const { total } = await webhooks.list({ teamId, offset: 0, limit: 9 })
      assert.equal(total, 5, 'total of a team')
      await expectList({ teamId, userId }, 'eb')
      for (const nowhere of [{ userId: 'unknown' }, { teamId: 'unknown' }]) {
        await expectList(nowhere, '')
      }
    },
  ),
  check('are listed and counted by channel', async ({ expectList, userId, channelId, other }) => {
    await expectList({ channelId: other, limit: 1 }, 'c', 2)
    await expectList({ channelId }, 'ed1')
    await expectList({ channelId: other, userId }, 'b')
    await expectList({ channelId: 'unknown' }, '')
  }),
]
