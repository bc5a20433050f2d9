import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import { isAlive } from '../rules/alive.js'
import { checks } from './checks.js'
import { found, scramble } from './scene.js'

/** With the ids of two users, and `createDirect` with the team of the session's channels. */
const check = checks(async ({ guarantees, channels, seedUser, seedChannel }) => {
  if (!guarantees.has('direct')) return null
  const { teamId } = await seedChannel('releases')
  const { id: a } = await seedUser('wanda')
  const { id: b } = await seedUser('hugo')
  const create = async (userId: string, other: string) =>
    channels.createDirect(userId, other, teamId)
  return { a, b, create, teamId }
}, 'if direct is guaranteed')

/** Contract of `ChannelsAdapter` for direct channels. */
export const DIRECT_CHANNELS = check({
  'of two users are created on demand and found in either order': async ({
    a,
    b,
    channels,
    create,
  }) => {
    assert.equal(await channels.findDirect(a, b), null, 'findDirect before createDirect')
    const made = await create(a, b)
    assert.equal(made.type, 'direct', 'type of a direct channel')
    assert.ok(isAlive(made), 'deleteAt of a new channel is 0, null or absent')
    assert.deepEqual(await channels.findDirect(a, b), made, 'findDirect of the two users')
    assert.deepEqual(await channels.findDirect(b, a), made, 'findDirect in the other order')
    assert.deepEqual(await channels.findById(made.id), made, 'findById')
  },
  'of two users are created only once, even by concurrent calls': async ({ a, b, create }) => {
    const made = await Promise.all([create(a, b), create(b, a), create(a, b)])
    const again = await create(b, a)
    const ids = new Set([...made, again].map(({ id }) => id))
    assert.equal(ids.size, 1, 'the number of channels that four calls created')
  },
  'of two users can also be created for one user with themselves, and differ from those of other pairs':
    async ({ a, b, channels, create }) => {
      const made = [await create(a, a), await create(a, b), await create(b, b)]
      const ids = new Set(made.map(({ id }) => id))
      assert.equal(ids.size, 3, 'the number of channels of three pairs')
      const ofA = found(await channels.findDirect(a, a), 'the channel of the first user')
      assert.equal(ofA.id, made[0]?.id, 'findDirect of the first user with themselves')
      const ofB = found(await channels.findDirect(b, b), 'the channel of the second user')
      assert.equal(ofB.id, made[2]?.id, 'findDirect of the second user with themselves')
    },
  'of two users do not accept posts that other users address to the id of the channel': async ({
    channels,
    create,
    seedUser,
  }) => {
    const first = await seedUser('first')
    const second = await seedUser('second')
    const nosy = await seedUser('nosy')
    const direct = await create(first.id, second.id)
    assert.equal(await channels.canPost(first, direct), true, 'canPost of the first user')
    assert.equal(await channels.canPost(second, direct), true, 'canPost of the second user')
    assert.equal(await channels.canPost(nosy, direct), false, 'canPost of a third user')
  },
  'of two users are not found by name': async ({ a, b, channels, create, teamId }) => {
    const direct = await create(a, b)
    const names = direct.name === '' ? [direct.id] : [direct.id, direct.name]
    for (const name of names) {
      for (const team of [teamId, direct.teamId]) {
        assert.equal(await channels.findByName(name, team, a), null, `findByName of ${name}`)
      }
    }
  },
  'of two users are copies: changing a result does not change what is stored': async ({
    a,
    b,
    channels,
    create,
  }) => {
    const made = await create(a, b)
    const before = copyOf(made)
    scramble(made)
    scramble(await create(a, b))
    scramble(await channels.findDirect(a, b))
    assert.deepEqual(await channels.findDirect(a, b), before, 'the channel after the changes')
  },
})
