import assert from 'node:assert/strict'
import type { ChannelsAdapter } from '../adapters/types.js'
import type { User } from '../model/records.js'
import { NOBODY, scramble, seedChannel, seedUser } from './scene.js'
import type { Check } from './session.js'

/** Contract of `ChannelsAdapter`, except direct channels. */
export const CHANNELS: readonly Check[] = [
  {
    title: 'are found by id, also archived ones, which have a deleteAt',
    run: async (session) => {
      const { channels } = session.adapters
      const open = await seedChannel(session, 'releases')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      const archived = await seedChannel(session, 'bygones', { archived: true })
      assert.deepEqual(await channels.findById(open.id), open)
      assert.equal(open.deleteAt, 0)
      assert.equal((await channels.findById(hidden.id))?.type, 'private')
      assert.deepEqual(await channels.findById(archived.id), archived)
      assert.ok(archived.deleteAt > 0, 'deleteAt of an archived channel is a time')
    },
  },
  {
    title: 'are found by their exact name in their team',
    run: async (session) => {
      const { channels } = session.adapters
      const open = await seedChannel(session, 'releases_2')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      const { teamId } = open
      assert.deepEqual(await channels.findByName('releases_2', teamId), open)
      assert.deepEqual(await channels.findByName('secrets', teamId), hidden)
      for (const other of ['Releases_2', 'releases', 'releases_22', 'releases-2', '#releases_2']) {
        assert.equal(await channels.findByName(other, teamId), null, other)
      }
      // A host without teams only receives ''.
      if (teamId === '') return
      assert.equal(await channels.findByName('releases_2', 'another-team'), null)
    },
  },
  {
    title: 'are not found by text that is not an id or name, without failing',
    run: async (session) => {
      const { channels } = session.adapters
      const { teamId } = await seedChannel(session, 'releases')
      for (const text of NOBODY) {
        assert.equal(await channels.findById(text), null, text)
        assert.equal(await channels.findByName(text, teamId), null, text)
      }
    },
  },
  {
    title:
      'accept posts from webhooks of every user if they are public, and of members if they are private',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      const open = await seedChannel(session, 'releases')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      await session.addMember(hidden.id, wanda.id)
      assert.equal(await channels.canPost(hugo, open), true)
      assert.equal(await channels.canPost(wanda, hidden), true)
      assert.equal(await channels.canPost(hugo, hidden), false)
    },
  },
  {
    title: 'accept posts from webhooks of administrators if they are private',
    run: async (session) => {
      const root = await seedUser(session, 'root', { admin: true })
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      assert.equal(await session.adapters.channels.canPost(root, hidden), true)
    },
  },
  {
    title: 'are listed for users who may choose them, without archived ones',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      await seedChannel(session, 'releases')
      await seedChannel(session, 'bygones', { archived: true })
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      await session.addMember(hidden.id, wanda.id)
      assert.deepEqual(await namesFor(channels, wanda, ''), ['releases', 'secrets'])
      assert.deepEqual(await namesFor(channels, hugo, ''), ['releases'])
    },
  },
  {
    title: 'are listed by part of their name or display name, ignoring case, up to the limit',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      await seedChannel(session, 'releases', { displayName: 'What is new' })
      await seedChannel(session, 'off-topic', { displayName: '100% chatter_box' })
      assert.deepEqual(await namesFor(channels, wanda, 'eleas'), ['releases'])
      assert.deepEqual(await namesFor(channels, wanda, 'IS NEW'), ['releases'])
      assert.deepEqual(await namesFor(channels, wanda, 'nothing'), [])
      // No character may act as a wildcard.
      assert.deepEqual(await namesFor(channels, wanda, '0%'), ['off-topic'])
      assert.deepEqual(await namesFor(channels, wanda, 'r_b'), ['off-topic'])
      assert.deepEqual(await namesFor(channels, wanda, 'w_a'), [])
      assert.equal((await channels.listFor(wanda, { query: '', limit: 1 })).length, 1)
    },
  },
  {
    title: 'are copies: changing a result does not change what is stored',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const { id, teamId } = await seedChannel(session, 'releases')
      const before = structuredClone(await channels.findById(id))
      scramble(await channels.findById(id))
      scramble(await channels.findByName('releases', teamId))
      for (const channel of await channels.listFor(wanda, { query: '', limit: 9 })) {
        scramble(channel)
      }
      assert.deepEqual(await channels.findById(id), before)
    },
  },
]

async function namesFor(
  channels: ChannelsAdapter,
  user: User,
  query: string,
): Promise<readonly string[]> {
  const listed = await channels.listFor(user, { query, limit: 9 })
  return listed.map((channel) => channel.name).sort()
}
