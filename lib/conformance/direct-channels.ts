import assert from 'node:assert/strict'
import { found, scramble, seedChannel, seedUser } from './scene.js'
import type { Check, ConformanceSession } from './session.js'

/** Contract of `ChannelsAdapter` for direct channels. */
export const DIRECT_CHANNELS: readonly Check[] = [
  {
    title: 'of two people are made on demand and found in either order',
    run: async (session) => {
      const { channels } = session.adapters
      const [a, b] = await pair(session)
      assert.equal(await channels.findDirect(a, b), null)
      const made = await channels.createDirect(a, b)
      assert.equal(made.type, 'direct')
      assert.equal(made.deleteAt, 0)
      assert.deepEqual(await channels.findDirect(a, b), made)
      assert.deepEqual(await channels.findDirect(b, a), made)
      assert.deepEqual(await channels.findById(made.id), made)
    },
  },
  {
    title: 'of two people are one, also when asked for again and at once',
    run: async (session) => {
      const { channels } = session.adapters
      const [a, b] = await pair(session)
      const made = await Promise.all([
        channels.createDirect(a, b),
        channels.createDirect(b, a),
        channels.createDirect(a, b),
      ])
      const again = await channels.createDirect(b, a)
      assert.equal(new Set([...made, again].map(({ id }) => id)).size, 1)
    },
  },
  {
    title: 'of one person with themselves are possible, and those of other pairs are others',
    run: async (session) => {
      const { channels } = session.adapters
      const [a, b] = await pair(session)
      const made = [
        await channels.createDirect(a, a),
        await channels.createDirect(a, b),
        await channels.createDirect(b, b),
      ]
      assert.equal(new Set(made.map(({ id }) => id)).size, 3)
      assert.equal(found(await channels.findDirect(a, a), 'the channel').id, made[0]?.id)
      assert.equal(found(await channels.findDirect(b, b), 'the channel').id, made[2]?.id)
    },
  },
  {
    title: 'of two people are their own: no others may post there by id',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      const nosy = await seedUser(session, 'nosy')
      const direct = await channels.createDirect(wanda.id, hugo.id)
      assert.equal(await channels.canPost(wanda, direct), true)
      assert.equal(await channels.canPost(hugo, direct), true)
      assert.equal(await channels.canPost(nosy, direct), false)
    },
  },
  {
    title: 'of two people are not found by name',
    run: async (session) => {
      const { channels } = session.adapters
      const [a, b] = await pair(session)
      const { teamId } = await seedChannel(session, 'releases')
      const direct = await channels.createDirect(a, b)
      if (direct.name !== '') {
        assert.equal(await channels.findByName(direct.name, teamId), null)
        assert.equal(await channels.findByName(direct.name, direct.teamId), null)
      }
      assert.equal(await channels.findByName(direct.id, teamId), null)
    },
  },
  {
    title: 'of two people are copies: changing one changes nothing stored',
    run: async (session) => {
      const { channels } = session.adapters
      const [a, b] = await pair(session)
      const made = await channels.createDirect(a, b)
      const before = structuredClone(made)
      scramble(made)
      scramble(await channels.createDirect(a, b))
      scramble(await channels.findDirect(a, b))
      assert.deepEqual(await channels.findDirect(a, b), before)
    },
  },
]

async function pair(session: ConformanceSession): Promise<readonly [string, string]> {
  const wanda = await seedUser(session, 'wanda')
  const hugo = await seedUser(session, 'hugo')
  return [wanda.id, hugo.id]
}
