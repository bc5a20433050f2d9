import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import type { SignInAdapters } from '../adapters/types.js'
import type { HookUser } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { assertHolds, NOBODY, PASSWORD_HASH, scramble, seedUser } from './scene.js'
import type { Check, CheckedSession, HostFeature } from './session.js'

/** Contract of `UsersAdapter`. */
export const USERS: readonly Check[] = [
  {
    title: 'are found by their ids, in any order, omitting unknown ones',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo')
      await seedUser(session, 'somebody-else')
      const two = byId(await users.findByIds([hugo.id, 'unknown', wanda.id]))
      assert.deepEqual(two, { [wanda.id]: wanda, [hugo.id]: hugo }, 'two of three users')
      assert.deepEqual(await users.findByIds([]), [], 'findByIds without ids')
    },
  },
  {
    title: 'are found by their names, omitting unknown ones',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo-2.o_x')
      const two = byId(await users.findByUsernames(['hugo-2.o_x', 'unknown', 'wanda']))
      assert.deepEqual(two, { [wanda.id]: wanda, [hugo.id]: hugo }, 'both users')
      // A part of a name is a different name, and no character may act as a wildcard.
      const similar = await users.findByUsernames(['wand', 'wanda2', 'hugo-2_o_x'])
      assert.deepEqual(similar, [], 'findByUsernames of similar names')
      assert.deepEqual(await users.findByUsernames([]), [], 'findByUsernames without names')
    },
  },
  {
    title: 'are not found by text that is not an id or name, without failing',
    run: async (session) => {
      const { users } = session.adapters
      await seedUser(session, 'wanda')
      assert.deepEqual(await users.findByIds([...NOBODY]), [], 'findByIds')
      assert.deepEqual(await users.findByUsernames([...NOBODY]), [], 'findByUsernames')
    },
  },
  {
    title: 'have a deleteAt only after they are deactivated, and are still found then',
    needs: ['deactivated'],
    run: async (session) => {
      const { users } = session.adapters
      const gone = await seedUser(session, 'gone', { active: false })
      const wanda = await seedUser(session, 'wanda')
      const [byItsId] = await users.findByIds([gone.id])
      const [byItsName] = await users.findByUsernames(['gone'])
      assert.ok(byItsId, 'a deactivated user is found by id')
      assert.ok(!isAlive(byItsId), 'deleteAt of a deactivated user is a time')
      assert.deepEqual(byItsName, byItsId, 'a deactivated user is found by name')
      const [active] = await users.findByIds([wanda.id])
      assert.ok(isAlive(active), 'deleteAt of an active user is 0, null or absent')
    },
  },
  {
    title: 'show who is an administrator',
    needs: ['adminFlag'],
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const root = await seedUser(session, 'root', { admin: true })
      const admins = byId(await users.findByIds([wanda.id, root.id]))
      assert.equal(admins[root.id]?.admin, true, 'admin of an administrator')
      assert.equal(admins[wanda.id]?.admin ?? false, false, 'admin of another user')
    },
  },
  withCredentials(
    'have credentials that are found by username and by e-mail address, ignoring case',
    async (users, session) => {
      const wanda = await seedUser(session, 'wanda')
      const expected = { userId: wanda.id, passwordHash: PASSWORD_HASH }
      for (const loginId of ['wanda', 'Wanda', 'wanda@example.test', 'Wanda@Example.test']) {
        assertHolds(await users.findCredentials(loginId), expected, `credentials of ${loginId}`)
      }
    },
  ),
  withCredentials('have no credentials if they are unknown', async (users, session) => {
    await seedUser(session, 'wanda')
    for (const loginId of ['', ...NOBODY]) {
      const known = await users.findCredentials(loginId)
      assert.equal(known, null, `credentials of ${loginId}`)
    }
  }),
  withCredentials(
    'have no credentials if they are deactivated',
    async (users, session) => {
      await seedUser(session, 'gone', { active: false })
      for (const loginId of ['gone', 'gone@example.test']) {
        const known = await users.findCredentials(loginId)
        assert.equal(known, null, `credentials of ${loginId}`)
      }
    },
    ['deactivated'],
  ),
  withList(
    'are listed by part of their name, ignoring case, up to the limit',
    async (list, session) => {
      const wanda = await seedUser(session, 'wanda')
      const hugo = await seedUser(session, 'hugo-2.o_x')
      const lists: readonly (readonly [query: string, users: readonly HookUser[]])[] = [
        ['and', [wanda]],
        ['AND', [wanda]],
        ['go-2', [hugo]],
        ['O_X', [hugo]],
        ['nothing', []],
        // No character may act as a wildcard.
        ['w_nd', []],
        ['w%d', []],
        ['go.2', []],
      ]
      for (const [query, users] of lists) {
        const found = await list(wanda, query, 9)
        assert.deepEqual(found, users, `the list for ${query}`)
      }
      const all = byId(await list(wanda, '', 9))
      assert.ok(all[wanda.id] && all[hugo.id], 'the list without a query contains both users')
      const one = await list(wanda, '', 1)
      assert.equal(one.length, 1, 'the number of users with a limit of 1')
    },
  ),
  withList(
    'are not listed if they are deactivated',
    async (list, session) => {
      const wanda = await seedUser(session, 'wanda')
      await seedUser(session, 'wanda-gone', { active: false })
      assert.deepEqual(await list(wanda, 'wanda', 9), [wanda], 'the list')
    },
    ['deactivated'],
  ),
  {
    title: 'are copies: changing a result does not change what is stored',
    run: async (session) => {
      const { users } = session.adapters
      const wanda = await seedUser(session, 'wanda')
      const { id } = wanda
      const before = copyOf(await users.findByIds([id]))
      for (const user of await users.findByIds([id])) scramble(user)
      for (const user of await users.findByUsernames(['wanda'])) scramble(user)
      for (const user of (await users.listFor?.(wanda, { query: 'wanda', limit: 9 })) ?? []) {
        scramble(user)
      }
      scramble(await users.findCredentials?.('wanda'))
      assert.deepEqual(await users.findByIds([id]), before, 'the user after the changes')
      if (!users.findCredentials) return
      const credentials = await users.findCredentials('wanda')
      assert.equal(credentials?.passwordHash, PASSWORD_HASH, 'the hash after the changes')
    },
  },
]

function withCredentials(
  title: string,
  run: (
    users: Pick<SignInAdapters['users'], 'findCredentials'>,
    session: CheckedSession,
  ) => Promise<void>,
  needs: readonly HostFeature[] = [],
): Check {
  return {
    title: `${title}, if the library signs users in`,
    needs,
    run: async (session) => {
      const { findCredentials } = session.adapters.users
      if (findCredentials) await run({ findCredentials }, session)
    },
  }
}

type List = (user: HookUser, query: string, limit: number) => Promise<readonly HookUser[]>

function withList(
  title: string,
  run: (list: List, session: CheckedSession) => Promise<void>,
  needs: readonly HostFeature[] = [],
): Check {
  return {
    title: `${title}, if the host lists them`,
    needs,
    run: async (session) => {
      const { users } = session.adapters
      if (!users.listFor) return
      // Only administrators see the list; some hosts have none.
      const list: List = async (user, query, limit) =>
        (await users.listFor?.({ ...user, admin: true }, { query, limit })) ?? []
      await run(list, session)
    },
  }
}

function byId(users: readonly HookUser[]): Record<string, HookUser> {
  return Object.fromEntries(users.map((user) => [user.id, user]))
}
