import assert from 'node:assert/strict'
import { found, scramble, seedChannel, seedUser } from './scene.js'
import type { Check, ConformanceSession } from './session.js'

/** Contract of `ChannelsAdapter` for direct channels. */
export const DIRECT_CHANNELS: readonly Check[] = [
  {
    title: 'of two users are created on demand and found in either order',
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
    title: 'of two users are created only once, also by concurrent calls',
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
    title: 'of a user with themselves are possible and differ from those of other pairs',
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
    title: 'of two users do not accept posts of others by id',
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
    title: 'of two users are not found by name',
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
    title: 'of two users are copies: changing a result does not change what is stored',
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
