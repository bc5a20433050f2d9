import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import type { HookChannel, HookUser } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { checks } from './checks.js'
import { NOBODY, scramble } from './scene.js'

/** With two users. */
const check = checks(async ({ channels, seedUser }) => ({
  wanda: await seedUser('wanda'),
  hugo: await seedUser('hugo'),
  /** Fails unless these are all channels that a user may choose. */
  expectListed: async (user: HookUser, expected: readonly HookChannel[], query = '') => {
    const listed = await channels.listFor(user, { query, limit: 9 })
    assert.deepEqual(idsOf(listed), idsOf(expected), `the list of ${user.username} for '${query}'`)
  },
}))

/** Contract of `ChannelsAdapter`, except direct channels. */
export const CHANNELS = check({
  'are found by id': async ({ channels, seedChannel }) => {
    const open = await seedChannel('releases')
    await seedChannel('other')
    assert.deepEqual(await channels.findById(open.id), open, 'findById returns the channel')
    assert.ok(isAlive(open), 'deleteAt of a channel in use is 0, null or absent')
  },
  'have a type by which public ones are known': [
    ['public'],
    async ({ channels, seedChannel }) => {
      const open = await seedChannel('releases')
      assert.equal((await channels.findById(open.id))?.type, 'public', 'type of a public channel')
    },
  ],
  'are found by id when archived, with a deleteAt': [
    ['archived'],
    async ({ channels, seedChannel }) => {
      const archived = await seedChannel('bygones', { archived: true })
      const byId = await channels.findById(archived.id)
      assert.deepEqual(byId, archived, 'findById of the archived channel')
      assert.ok(!isAlive(archived), 'deleteAt of an archived channel is a time')
    },
  ],
  'are found by their exact name in their team': [
    ['named'],
    async ({ channels, wanda, seedChannel }) => {
      const open = await seedChannel('releases_2')
      const { teamId } = open
      const named = await channels.findByName('releases_2', teamId, wanda.id)
      assert.deepEqual(named, open, 'the exact name')
      for (const other of ['Releases_2', 'releases', 'releases_22', 'releases-2', '#releases_2']) {
        const found = await channels.findByName(other, teamId, wanda.id)
        assert.equal(found, null, `findByName of ${other}`)
      }
      // A host without teams only receives ''.
      if (teamId === '') return
      const elsewhere = await channels.findByName('releases_2', 'another-team', wanda.id)
      assert.equal(elsewhere, null, 'the name in another team')
    },
  ],
  'are found by id when private': [
    ['private'],
    async ({ channels, wanda, seedChannel }) => {
      const hidden = await seedChannel('secrets', { type: 'private', members: [wanda] })
      assert.equal(hidden.type, 'private', 'type of a private channel')
      const byId = await channels.findById(hidden.id)
      assert.deepEqual(byId, hidden, 'findById of the private channel')
    },
  ],
  'are found by name when private': [
    ['named', 'private'],
    async ({ channels, wanda, seedChannel }) => {
      const hidden = await seedChannel('secrets', { type: 'private', members: [wanda] })
      const named = await channels.findByName('secrets', hidden.teamId, wanda.id)
      assert.deepEqual(named, hidden, 'findByName of the private channel')
    },
  ],
  'are not found by text that is not an id or name, without failing': async ({
    channels,
    wanda,
    seedChannel,
  }) => {
    const { teamId } = await seedChannel('releases')
    for (const text of NOBODY) {
      assert.equal(await channels.findById(text), null, `findById of ${text}`)
      const named = await channels.findByName(text, teamId, wanda.id)
      assert.equal(named, null, `findByName of ${text}`)
    }
  },
  'accept posts from webhooks of every user if they are public': [
    ['open', 'public'],
    async ({ channels, hugo, seedChannel }) => {
      const open = await seedChannel('releases')
      const allowed = await channels.canPost(hugo, open)
      assert.equal(allowed, true, 'canPost of a user who is not a member')
    },
  ],
  'accept posts only from webhooks of members if they are private': [
    ['private'],
    async ({ channels, wanda, hugo, seedChannel }) => {
      const hidden = await seedChannel('secrets', { type: 'private', members: [wanda] })
      assert.equal(await channels.canPost(wanda, hidden), true, 'canPost of a member')
      assert.equal(await channels.canPost(hugo, hidden), false, 'canPost of another user')
    },
  ],
  'accept posts from webhooks of administrators if they are private': [
    ['admins', 'private', 'adminFlag'],
    async ({ channels, seedUser, seedChannel }) => {
      const root = await seedUser('root', { admin: true })
      const hidden = await seedChannel('secrets', { type: 'private' })
      const allowed = await channels.canPost(root, hidden)
      assert.equal(allowed, true, 'canPost of an administrator who is not a member')
    },
  ],
  'are listed for every user if they are public': [
    ['open', 'public'],
    async ({ expectListed, hugo, seedChannel }) => {
      await expectListed(hugo, [await seedChannel('releases'), await seedChannel('off-topic')])
    },
  ],
  'are listed only for members if they are private': [
    ['private'],
    async ({ expectListed, wanda, hugo, seedChannel }) => {
      const shared = await seedChannel('releases', { members: [wanda, hugo] })
      const hidden = await seedChannel('secrets', { type: 'private', members: [wanda] })
      await expectListed(wanda, [shared, hidden])
      await expectListed(hugo, [shared])
    },
  ],
  'are not listed if they are archived': [
    ['archived'],
    async ({ expectListed, wanda, seedChannel }) => {
      const open = await seedChannel('releases', { members: [wanda] })
      await seedChannel('bygones', { archived: true, members: [wanda] })
      await expectListed(wanda, [open])
    },
  ],
  'are listed by part of their name or display name, ignoring case': [
    ['named'],
    async ({ expectListed, wanda, seedChannel }) => {
      const members = [wanda]
      const displayName = '100% Chatter_Box'
      const releases = await seedChannel('releases', { displayName: 'What IS New', members })
      const offTopic = await seedChannel('off-topic', { displayName, members })
      const byName: readonly Listed[] = [
        ['eleas', [releases]],
        ['OFF-T', [offTopic]],
        ['nothing', []],
        // No character may act as a wildcard.
        ['r_l', []],
        ['f%t', []],
      ]
      const byDisplayName: readonly Listed[] = [
        ['is new', [releases]],
        ['IS NEW', [releases]],
        ['0%', [offTopic]],
        ['R_b', [offTopic]],
        ['w_a', []],
      ]
      // In some chats the name is all that a channel has.
      const isKept = offTopic.displayName === displayName
      for (const [query, found] of isKept ? [...byName, ...byDisplayName] : byName) {
        await expectListed(wanda, found, query)
      }
    },
  ],
  'are listed up to the limit': async ({ channels, wanda, seedChannel }) => {
    for (const name of ['releases', 'off-topic']) await seedChannel(name, { members: [wanda] })
    const one = await channels.listFor(wanda, { query: '', limit: 1 })
    assert.equal(one.length, 1, 'the number of channels with a limit of 1')
  },
  'are copies: changing a result does not change what is stored': async ({
    channels,
    wanda,
    seedChannel,
  }) => {
    const { id, teamId } = await seedChannel('releases', { members: [wanda] })
    const before = copyOf(await channels.findById(id))
    scramble(await channels.findById(id))
    scramble(await channels.findByName('releases', teamId, wanda.id))
    scramble(await channels.listFor(wanda, { query: '', limit: 9 }))
    assert.deepEqual(await channels.findById(id), before, 'the channel after the changes')
  },
})

type Listed = readonly [query: string, found: readonly HookChannel[]]

function idsOf(channels: readonly HookChannel[]): readonly string[] {
  return channels.map(({ id }) => id).sort()
}
