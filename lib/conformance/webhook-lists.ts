import assert from 'node:assert/strict'
import type { IncomingWebhook } from '../model/records.js'
import { newWebhook, openScene, seedUser } from './scene.js'
import type { Check, ConformanceSession } from './session.js'

/** Contract of `WebhooksAdapter.list`. */
export const WEBHOOK_LISTS: readonly Check[] = [
  {
    title: 'are listed newest first, and by descending id at equal times',
    run: async (session) => {
      const { ids } = await openLists(session)
      const { items } = await session.adapters.webhooks.list({ offset: 0, limit: 9 })
      assert.deepEqual(idsOf(items), [ids.e, ids.d, ids.c, ids.b, ids.a])
    },
  },
  {
    title: 'are listed in pages, with the total number',
    run: async (session) => {
      const { ids } = await openLists(session)
      const { webhooks } = session.adapters
      const page = await webhooks.list({ offset: 1, limit: 2 })
      assert.deepEqual(idsOf(page.items), [ids.d, ids.c])
      assert.equal(page.total, 5)
      const last = await webhooks.list({ offset: 4, limit: 2 })
      assert.deepEqual(idsOf(last.items), [ids.a])
      assert.equal(last.total, 5)
      assert.deepEqual(await webhooks.list({ offset: 6, limit: 2 }), { items: [], total: 5 })
    },
  },
  {
    title: 'are listed and counted by creator and by team',
    run: async (session) => {
      const { ids, hugo, teamId } = await openLists(session)
      const { webhooks } = session.adapters
      const all = { offset: 0, limit: 9 }
      const own = await webhooks.list({ ...all, userId: hugo })
      assert.deepEqual(idsOf(own.items), [ids.e, ids.b])
      assert.equal(own.total, 2)
      assert.equal((await webhooks.list({ ...all, teamId })).total, 5)
      assert.equal((await webhooks.list({ ...all, teamId, userId: hugo })).total, 2)
      for (const nowhere of [{ userId: 'unknown' }, { teamId: 'unknown' }]) {
        assert.deepEqual(await webhooks.list({ ...all, ...nowhere }), { items: [], total: 0 })
      }
    },
  },
]

/** Five webhooks: `a` is the oldest, `c` and `d` have the same time, `b` and `e` have another creator. */
async function openLists(session: ConformanceSession): Promise<{
  readonly ids: Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e', string>>
  readonly hugo: string
  readonly teamId: string
}> {
  const { user, channel, webhook } = await openScene(session)
  const other = await seedUser(session, 'hugo')
  const add = async (name: string, owner: typeof user, after: number): Promise<string> => {
    const createAt = webhook.createAt + after
    const made = { ...newWebhook(name, owner, channel), createAt, updateAt: createAt }
    return (await session.adapters.webhooks.create(made)).id
  }
  // Not in order of age, so that the order of insertion differs.
  const e = await add('5', other, 3000)
  const d = await add('4', user, 2000)
  const c = await add('3', user, 2000)
  const b = await add('2', other, 1000)
  return { ids: { a: webhook.id, b, c, d, e }, hugo: other.id, teamId: channel.teamId }
}

function idsOf(webhooks: readonly IncomingWebhook[]): readonly string[] {
  return webhooks.map((webhook) => webhook.id)
}
