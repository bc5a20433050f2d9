import assert from 'node:assert/strict'
import type { IncomingWebhook } from '../model/records.js'
import { newWebhook, openScene, seedChannel, seedUser } from './scene.js'
import type { Check, CheckedSession } from './session.js'

/** Contract of `WebhooksAdapter.list`. */
export const WEBHOOK_LISTS: readonly Check[] = [
  {
    title: 'are listed newest first, and by descending id at equal times',
    run: async (session) => {
      const { ids } = await openLists(session)
      const { items } = await session.adapters.webhooks.list({ offset: 0, limit: 9 })
      const order = [ids.e, ids.d, ids.c, ids.b, ids.a]
      assert.deepEqual(idsOf(items), order, 'ids of the list')
    },
  },
  {
    title: 'are listed in pages, with the total number',
    run: async (session) => {
      const { ids } = await openLists(session)
      const { webhooks } = session.adapters
      const page = await webhooks.list({ offset: 1, limit: 2 })
      assert.deepEqual(idsOf(page.items), [ids.d, ids.c], 'ids of a page')
      assert.equal(page.total, 5, 'total of a page')
      const last = await webhooks.list({ offset: 4, limit: 2 })
      assert.deepEqual(idsOf(last.items), [ids.a], 'ids of the last page')
      assert.equal(last.total, 5, 'total of the last page')
      const beyond = await webhooks.list({ offset: 6, limit: 2 })
      assert.deepEqual(beyond, { items: [], total: 5 }, 'a page beyond the last')
    },
  },
  {
    title: 'are listed and counted by owner and by team',
    run: async (session) => {
      const { ids, hugo, teamId } = await openLists(session)
      const { webhooks } = session.adapters
      const all = { offset: 0, limit: 9 }
      const own = await webhooks.list({ ...all, userId: hugo })
      assert.deepEqual(idsOf(own.items), [ids.e, ids.b], 'ids of the records of a user')
      assert.equal(own.total, 2, 'total of a user')
      assert.equal((await webhooks.list({ ...all, teamId })).total, 5, 'total of a team')
      const both = await webhooks.list({ ...all, teamId, userId: hugo })
      assert.equal(both.total, 2, 'total of a user in a team')
      for (const nowhere of [{ userId: 'unknown' }, { teamId: 'unknown' }]) {
        const none = await webhooks.list({ ...all, ...nowhere })
        assert.deepEqual(none, { items: [], total: 0 }, `the list of ${JSON.stringify(nowhere)}`)
      }
    },
  },
  {
    title: 'are listed and counted by channel',
    run: async (session) => {
      const { ids, hugo, channelId, other } = await openLists(session)
      const { webhooks } = session.adapters
      const first = await webhooks.list({ channelId: other, offset: 0, limit: 1 })
      assert.deepEqual(idsOf(first.items), [ids.c], 'ids of the first page of a channel')
      assert.equal(first.total, 2, 'total of a channel, on a page of one record')
      const rest = await webhooks.list({ channelId, offset: 0, limit: 9 })
      assert.deepEqual(idsOf(rest.items), [ids.e, ids.d, ids.a], 'ids of another channel')
      const own = await webhooks.list({ channelId: other, userId: hugo, offset: 0, limit: 9 })
      assert.deepEqual(idsOf(own.items), [ids.b], 'ids of the records of a user in a channel')
      assert.equal(own.total, 1, 'total of a user in a channel')
      const none = await webhooks.list({ channelId: 'unknown', offset: 0, limit: 9 })
      assert.deepEqual(none, { items: [], total: 0 }, 'the list of an unknown channel')
    },
  },
]

/**
 * Five webhooks: `a` is the oldest, `c` and `d` have the same time, `b` and `e` have another owner,
 * `b` and `c` have another channel.
 */
async function openLists(session: CheckedSession): Promise<{
  readonly ids: Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e', string>>
  readonly hugo: string
  readonly teamId: string
  readonly channelId: string
  /** The channel of `b` and `c`. */
  readonly other: string
}> {
  const { user, channel, webhook } = await openScene(session)
  const hugo = await seedUser(session, 'hugo')
  const other = await seedChannel(session, 'other')
  const add = async (
    name: string,
    owner: typeof user,
    place: typeof channel,
    after: number,
  ): Promise<string> => {
    const createAt = webhook.createAt + after
    const made = { ...newWebhook(name, owner, place), createAt, updateAt: createAt }
    return (await session.adapters.webhooks.create(made)).id
  }
  // Not in order of age, so that the order of insertion differs.
  const e = await add('5', hugo, channel, 3000)
  const d = await add('4', user, channel, 2000)
  const c = await add('3', user, other, 2000)
  const b = await add('2', hugo, other, 1000)
  const ids = { a: webhook.id, b, c, d, e }
  const { id: channelId, teamId } = channel
  return { ids, hugo: hugo.id, teamId, channelId, other: other.id }
}

function idsOf(webhooks: readonly IncomingWebhook[]): readonly string[] {
  return webhooks.map((webhook) => webhook.id)
}
