import assert from 'node:assert/strict'
import type { User } from '../model/records.js'
import { assertHolds, NOBODY, PASSWORD_HASH, scramble, seedUser } from './scene.js'
import type { Check } from './session.js'

/** Contract of `UsersAdapter`. */
export const USERS: readonly Check[] = [
  {
    title: 'are found by their ids, in any order, without unknown ones',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      await seedUser(session, 'somebody-else')
      assert.deepEqual(byId(await users.findByIds([hugo.id, 'unknown', wanda.id])), {
        [wanda.id]: wanda,
        [hugo.id]: hugo,
      })
      assert.deepEqual(await users.findByIds([]), [])
    },
  },
  {
    title: 'are found by their names, without unknown ones',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo-2.o_x')
      assert.deepEqual(byId(await users.findByUsernames(['hugo-2.o_x', 'unknown', 'wanda'])), {
        [wanda.id]: wanda,
        [hugo.id]: hugo,
      })
      // A part of a name is a different name, and no character may act as a wildcard.
      assert.deepEqual(await users.findByUsernames(['wand', 'wanda2', 'hugo-2_o_x']), [])
      assert.deepEqual(await users.findByUsernames([]), [])
    },
  },
  {
    title: 'are not found by text that is not an id or name, without failing',
    run: async (session) => {
      const { users } = session.adapters
      await seedUser(session, 'wanda')
      assert.deepEqual(await users.findByIds(NOBODY), [])
      assert.deepEqual(await users.findByUsernames(NOBODY), [])
    },
  },
  {
    title: 'are found after deactivation, with a deleteAt',
    run: async (session) => {
      const { users } = session.adapters
      const gone = await seedUser(session, 'gone', { active: false })
      const [byItsId] = await users.findByIds([gone.id])
      const [byItsName] = await users.findByUsernames(['gone'])
      assert.ok(byItsId && byItsId.deleteAt > 0, 'deleteAt of a closed account is a time')
      assert.deepEqual(byItsName, byItsId)
      const wanda = await seedUser(session, 'wanda')
      assert.equal((await users.findByIds([wanda.id]))[0]?.deleteAt, 0)
    },
  },
  {
    title: 'show who is an administrator',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const root = await seedUser(session, 'root', { admin: true })
      const admins = byId(await users.findByIds([wanda.id, root.id]))
      assert.equal(admins[root.id]?.admin, true)
      assert.equal(admins[wanda.id]?.admin, false)
    },
  },
  {
    title:
      'have credentials by name in any case and by e-mail address, if the library signs users in',
    run: async (session) => {
      const { users } = session.adapters
      if (!users.findCredentials) return
      const wanda = await seedUser(session, 'wanda')
      const expected = { userId: wanda.id, passwordHash: PASSWORD_HASH }
      for (const loginId of ['wanda', 'Wanda', 'wanda@example.test', 'Wanda@Example.test']) {
        assertHolds(await users.findCredentials(loginId), expected)
      }
    },
  },
  {
    title: 'have no credentials if they are unknown or deactivated, if the library signs users in',
    run: async (session) => {
      const { users } = session.adapters
      if (!users.findCredentials) return
      await seedUser(session, 'gone', { active: false })
      for (const loginId of ['gone', 'gone@example.test', '', ...NOBODY]) {
        assert.equal(await users.findCredentials(loginId), null, loginId)
      }
    },
  },
  {
    title: 'are copies: changing a result does not change what is stored',
    run: async (session) => {
      const { users } = session.adapters
      const { id } = await seedUser(session, 'wanda')
      const before = structuredClone(await users.findByIds([id]))
      for (const user of await users.findByIds([id])) scramble(user)
      for (const user of await users.findByUsernames(['wanda'])) scramble(user)
      scramble(await users.findCredentials?.('wanda'))
      assert.deepEqual(await users.findByIds([id]), before)
      if (!users.findCredentials) return
      assert.equal((await users.findCredentials('wanda'))?.passwordHash, PASSWORD_HASH)
    },
  },
]

function byId(users: readonly User[]): Record<string, User> {
  return Object.fromEntries(users.map((user) => [user.id, user]))
}
