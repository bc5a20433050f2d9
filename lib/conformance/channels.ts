import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import type { CheckedManagement } from '../host/checked.js'
import type { HookUser } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { NOBODY, scramble, seedChannel, seedUser } from './scene.js'
import type { Check } from './session.js'

/** Contract of `ChannelsAdapter`, except direct channels. */
export const CHANNELS: readonly Check[] = [
  {
    title: 'are found by id',
    run: async (session) => {
      const { channels } = session.adapters
      const open = await seedChannel(session, 'releases')
      await seedChannel(session, 'other')
      assert.deepEqual(await channels.findById(open.id), open, 'findById returns the channel')
      assert.ok(isAlive(open), 'deleteAt of a channel in use is 0, null or absent')
    },
  },
  {
    title: 'have a type by which public ones are known',
    needs: ['public'],
    run: async (session) => {
      const { id } = await seedChannel(session, 'releases')
      const open = await session.adapters.channels.findById(id)
      assert.equal(open?.type, 'public', 'type of a public channel')
    },
  },
  {
    title: 'are found by id when archived, with a deleteAt',
    needs: ['archived'],
    run: async (session) => {
      const { channels } = session.adapters
      const archived = await seedChannel(session, 'bygones', { archived: true })
      assert.deepEqual(
        await channels.findById(archived.id),
        archived,
        'findById of the archived channel',
      )
      assert.ok(!isAlive(archived), 'deleteAt of an archived channel is a time')
    },
  },
  {
    title: 'are found by their exact name in their team',
    run: async (session) => {
      const { channels } = session.adapters
      const { id: ownerId } = await seedUser(session, 'wanda')
      const open = await seedChannel(session, 'releases_2')
      const { teamId } = open
      const named = await channels.findByName('releases_2', teamId, ownerId)
      assert.deepEqual(named, open, 'the exact name')
      for (const other of ['Releases_2', 'releases', 'releases_22', 'releases-2', '#releases_2']) {
        const found = await channels.findByName(other, teamId, ownerId)
        assert.equal(found, null, `findByName of ${other}`)
      }
      // A host without teams only receives ''.
      if (teamId === '') return
      const elsewhere = await channels.findByName('releases_2', 'another-team', ownerId)
      assert.equal(elsewhere, null, 'the name in another team')
    },
  },
  {
    title: 'are found by id and by name when private',
    needs: ['private'],
    run: async (session) => {
      const { channels } = session.adapters
      const owner = await seedUser(session, 'wanda')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      await session.addMember(hidden.id, owner.id)
      assert.equal(hidden.type, 'private', 'type of a private channel')
      assert.deepEqual(
        await channels.findById(hidden.id),
        hidden,
        'findById of the private channel',
      )
      const named = await channels.findByName('secrets', hidden.teamId, owner.id)
      assert.deepEqual(named, hidden, 'findByName of the private channel')
    },
  },
  {
    title: 'are not found by text that is not an id or name, without failing',
    run: async (session) => {
      const { channels } = session.adapters
      const { id: ownerId } = await seedUser(session, 'wanda')
      const { teamId } = await seedChannel(session, 'releases')
      for (const text of NOBODY) {
        assert.equal(await channels.findById(text), null, `findById of ${text}`)
        const named = await channels.findByName(text, teamId, ownerId)
        assert.equal(named, null, `findByName of ${text}`)
      }
    },
  },
  {
    title: 'accept posts from webhooks of every user if they are public',
    needs: ['open', 'public'],
    run: async (session) => {
      const open = await seedChannel(session, 'releases')
      const hugo = await seedUser(session, 'hugo')
      const allowed = await session.adapters.channels.canPost(hugo, open)
      assert.equal(allowed, true, 'canPost of a user who is not a member')
    },
  },
  {
    title: 'accept posts only from webhooks of members if they are private',
    needs: ['private'],
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      await session.addMember(hidden.id, wanda.id)
      assert.equal(await channels.canPost(wanda, hidden), true, 'canPost of a member')
      assert.equal(await channels.canPost(hugo, hidden), false, 'canPost of another user')
    },
  },
  {
    title: 'accept posts from webhooks of administrators if they are private',
    needs: ['admins', 'private', 'adminFlag'],
    run: async (session) => {
      const root = await seedUser(session, 'root', { admin: true })
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      const allowed = await session.adapters.channels.canPost(root, hidden)
      assert.equal(allowed, true, 'canPost of an administrator who is not a member')
    },
  },
  {
    title: 'are listed for every user if they are public',
    needs: ['open', 'public'],
    run: async (session) => {
      const hugo = await seedUser(session, 'hugo')
      await seedChannel(session, 'releases')
      await seedChannel(session, 'off-topic')
      const names = await namesFor(session.adapters, hugo, '')
      assert.deepEqual(names, ['off-topic', 'releases'], 'names of the list')
    },
  },
  {
    title: 'are listed only for members if they are private',
    needs: ['private'],
    run: async (session) => {
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      const releases = await seedChannel(session, 'releases')
      const hidden = await seedChannel(session, 'secrets', { type: 'private' })
      await session.addMember(releases.id, wanda.id)
      await session.addMember(releases.id, hugo.id)
      await session.addMember(hidden.id, wanda.id)
      const forMember = await namesFor(session.adapters, wanda, '')
      assert.deepEqual(forMember, ['releases', 'secrets'], 'the list of a member')
      const forOther = await namesFor(session.adapters, hugo, '')
      assert.deepEqual(forOther, ['releases'], 'the list of another user')
    },
  },
  {
    title: 'are not listed if they are archived',
    needs: ['archived'],
    run: async (session) => {
      const wanda = await seedUser(session, 'wanda')
      const releases = await seedChannel(session, 'releases')
      const bygones = await seedChannel(session, 'bygones', { archived: true })
      await session.addMember(releases.id, wanda.id)
      await session.addMember(bygones.id, wanda.id)
      const names = await namesFor(session.adapters, wanda, '')
      assert.deepEqual(names, ['releases'], 'names of the list')
    },
  },
  {
    title: 'are listed by part of their name or display name, ignoring case, up to the limit',
    run: async (session) => {
      const { adapters } = session
      const wanda = await seedUser(session, 'wanda')
      const releases = await seedChannel(session, 'releases', { displayName: 'What is new' })
      const offTopic = await seedChannel(session, 'off-topic', { displayName: '100% chatter_box' })
      await session.addMember(releases.id, wanda.id)
      await session.addMember(offTopic.id, wanda.id)
      const byName: readonly Listed[] = [
        ['eleas', ['releases']],
        ['OFF-T', ['off-topic']],
        ['nothing', []],
        // No character may act as a wildcard.
        ['r_l', []],
        ['f%t', []],
      ]
      const byDisplayName: readonly Listed[] = [
        ['IS NEW', ['releases']],
        ['0%', ['off-topic']],
        ['r_b', ['off-topic']],
        ['w_a', []],
      ]
      // In some chats the name is all that a channel has.
      const isKept = offTopic.displayName === '100% chatter_box'
      for (const [query, names] of isKept ? [...byName, ...byDisplayName] : byName) {
        assert.deepEqual(await namesFor(adapters, wanda, query), names, `the list for ${query}`)
      }
      const one = await adapters.channels.listFor(wanda, { query: '', limit: 1 })
      assert.equal(one.length, 1, 'the number of channels with a limit of 1')
    },
  },
  {
    title: 'are copies: changing a result does not change what is stored',
    run: async (session) => {
      const { channels } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const { id, teamId } = await seedChannel(session, 'releases')
      await session.addMember(id, wanda.id)
      const before = copyOf(await channels.findById(id))
      scramble(await channels.findById(id))
      scramble(await channels.findByName('releases', teamId, wanda.id))
      for (const channel of await channels.listFor(wanda, { query: '', limit: 9 })) {
        scramble(channel)
      }
      assert.deepEqual(await channels.findById(id), before, 'the channel after the changes')
    },
  },
]

type Listed = readonly [query: string, names: readonly string[]]

async function namesFor(
  { channels }: Pick<CheckedManagement, 'channels'>,
  user: HookUser,
  query: string,
): Promise<readonly string[]> {
  const listed = await channels.listFor(user, { query, limit: 9 })
  return listed.map((channel) => channel.name).sort()
}
