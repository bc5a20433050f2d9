import assert from 'node:assert/strict'
import type { AttentionFilter, WebhookFilter } from '../adapters/types.js'
import type { HookChannel, HookUser, IncomingWebhook, LastResult } from '../model/records.js'
import type { CheckedSession } from './session.js'
import { checks } from './checks.js'
import { digestOf, idOf, openScene } from './scene.js'

/**
 * With five webhooks: `1` is the oldest, `c` and `d` have the same time, `b` and `e` have another owner,
 * `b` and `c` have another channel.
 */
const openLists = async (session: CheckedSession) => {
  const { webhooks } = session
  const { user, channel, webhook, newWebhook } = await openScene(session)
  const hugo = await session.seedUser('hugo')
  const other = await session.seedChannel('other')
  const add = async (name: string, owner: HookUser, place: HookChannel, after: number) => {
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
  const expectList = async (
    filter: Partial<WebhookFilter>,
    names: string,
    total = names.length,
  ) => {
    const page = { offset: 0, limit: 9, ...filter }
    const { items, total: counted } = await webhooks.list({ ...page, withTotal: true })
    const listed = { names: namesOf(items), total: counted }
    assert.deepEqual(listed, { names, total }, `the list of ${JSON.stringify(filter)}`)
    const uncounted = await webhooks.list(page)
    assert.equal(namesOf(uncounted.items), names, 'the same list without its total')
  }
  const { teamId, id: channelId } = channel
  return { expectList, userId: hugo.id, teamId, channelId, other: other.id, webhook, webhooks }
}

const check = checks(openLists)

function namesOf(items: readonly IncomingWebhook[]) {
  return items.map(({ id }) => id.at(2)).join('')
}

const openResults = async (session: CheckedSession) => {
  const { noteResult } = session.webhooks
  const note = async (name: string, outcome: LastResult['outcome'], at = 1): Promise<void> =>
    noteResult?.(idOf(name), { at, outcome, status: 200, errorId: '' })
  return noteResult && { ...(await openLists(session)), note }
}

const failing = checks(openResults, 'if the host provides noteResult')

const NOW = 1_800_000_000_000

const needy = checks(async (session) => {
  const { listAttention } = session.webhooks
  const scene = listAttention && (await openResults(session))
  if (!listAttention || !scene) return null
  const find = async (filter: Partial<AttentionFilter>) => {
    const usual = { now: NOW, soon: NOW + 9, ownerIds: [], limit: 9 }
    const found = (await listAttention({ ...usual, ...filter })) ?? []
    return namesOf(found).split('').sort().join('')
  }
  return { ...scene, find, ownId: scene.webhook.userId }
}, 'if the host provides listAttention')

/** Contract of `WebhooksAdapter.list` and `listAttention`. */
export const WEBHOOK_LISTS = [
  ...check({
    'are listed newest first, and by descending id at equal times': async ({ expectList }) => {
      await expectList({}, 'edcb1')
    },
    'are listed in pages, with the total number': async ({ expectList }) => {
      await expectList({ offset: 1, limit: 2 }, 'dc', 5)
      await expectList({ offset: 4, limit: 2 }, '1', 5)
      await expectList({ offset: 6, limit: 2 }, '', 5)
    },
    'are listed and counted by owner and by team': async ({
      webhooks,
      expectList,
      userId,
      teamId,
    }) => {
      await expectList({ userId }, 'eb')
      const page = { offset: 0, limit: 9, withTotal: true }
      const { total } = await webhooks.list({ teamId, ...page })
      assert.equal(total, 5, 'total of a team')
      await expectList({ teamId, userId }, 'eb')
      for (const nowhere of [{ userId: 'unknown' }, { teamId: 'unknown' }]) {
        await expectList(nowhere, '')
      }
    },
    'are listed and counted by channel': async ({ expectList, userId, channelId, other }) => {
      await expectList({ channelId: other, limit: 1 }, 'c', 2)
      await expectList({ channelId }, 'ed1')
      await expectList({ channelId: other, userId }, 'b')
      await expectList({ channelId: 'unknown' }, '')
    },
    'are listed after a place, even of one that is gone': async ({
      expectList,
      webhook,
      userId,
    }) => {
      const { createAt } = webhook
      const after = { createAt: createAt + 2000, id: idOf('d') }
      await expectList({ after }, 'cb1')
      await expectList({ after, limit: 1 }, 'c', 3)
      await expectList({ after, userId }, 'b')
      await expectList({ after: { createAt: createAt + 1500, id: 'z' } }, 'b1')
      await expectList({ after: { createAt, id: '' } }, '')
    },
    'are listed by words, each anywhere and in any case': async ({
      webhooks,
      expectList,
      webhook,
      userId,
    }) => {
      const changes = { displayName: '100% Grafana_Prod', description: 'Alerts of the SHOP' }
      await webhooks.update(webhook.id, { ...changes, version: 1 }, 0)
      const found: readonly (readonly [words: string[], names: string])[] = [
        [['grafana'], '1'],
        [['shop', 'rafan'], '1'],
        [['shop', 'jenkins'], ''],
        [['webhook'], 'edcb'],
        [['webhook', 'kkkd'], 'd'],
        [['kkkd'], 'd'],
        [[webhook.id], '1'],
        [[webhook.id.slice(0, 9)], ''],
        // No character may act as a wildcard.
        [['0%'], '1'],
        [['a_p'], '1'],
        [['g%a'], ''],
        [['graf_na'], ''],
      ]
      for (const [words, names] of found) await expectList({ words }, names)
      await expectList({ words: ['webhook'], userId, limit: 1 }, 'e', 2)
    },
  }),
  ...failing({
    'are listed if their last request was refused or failed': async ({
      expectList,
      note,
      userId,
    }) => {
      await note('b', 'refused')
      await note('c', 'posted')
      await note('d', 'skipped')
      await note('e', 'failed')
      await expectList({ failing: true }, 'eb')
      await expectList({ failing: true, limit: 1, offset: 1 }, 'b', 2)
      await note('e', 'posted')
      await expectList({ failing: true, userId }, 'b')
      await expectList({ failing: false, userId }, 'eb')
    },
  }),
  ...needy({
    'are found by what may need attention, of failing ones the latest': async ({
      webhooks,
      note,
      find,
      userId,
      ownId,
    }) => {
      const ends = new Map([
        ['d', NOW + 9],
        ['e', NOW + 10],
        ['1', NOW],
      ])
      for (const name of ['b', 'c', 'd', 'e', '1']) {
        const previousKey = {
          keyDigest: digestOf(`old ${name}`),
          keyHint: 'oldk',
          expiresAt: NOW + Number(name === 'c'),
          lastUsed: 1,
        }
        const expiresAt = ends.get(name) ?? 0
        await webhooks.update(idOf(name), { previousKey, expiresAt, version: 1 }, 0)
      }
      assert.equal(await find({}), 'cd', 'those of whom time tells')
      await note('b', 'refused', 1)
      await note('1', 'failed', 2)
      assert.equal(await find({}), '1bcd', 'and those that fail')
      assert.equal(await find({ limit: 1 }), '1cd', 'one of each kind')
      assert.equal(await find({ ownerIds: ['unknown', userId] }), '1bcde', 'and those of a user')
      assert.equal(
        await find({ userId: ownId, ownerIds: [userId] }),
        '1cd',
        'only those of another user',
      )
    },
  }),
]
