import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import type { HookUser } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { type CheckedSession, PASSWORD_HASH } from './session.js'
import { checks } from './checks.js'
import { assertHolds, NOBODY, scramble } from './scene.js'

const twoUsers = async ({ seedUser }: CheckedSession) => ({
  wanda: await seedUser('wanda'),
  hugo: await seedUser('hugo-2.o_x'),
})

const check = checks(twoUsers)

const checkCredentials = checks(
  ({ users: { findCredentials } }) => findCredentials && { findCredentials },
  'if the library signs users in',
)

const checkLogins = checks(
  ({ users: { findByLogins }, claimLogin }) =>
    findByLogins && claimLogin && { findByLogins, claimLogin },
  'if they can claim logins',
)

const checkList = checks(async (session) => {
  const { listFor } = session.users
  if (!listFor) return null
  // Only administrators see the list; some hosts have none.
  const list = (user: HookUser, query: string, limit = 9): ReturnType<typeof listFor> =>
    listFor({ ...user, admin: true }, { query, limit })
  return { ...(await twoUsers(session)), list }
}, 'if the host lists them')

const checkLeft = checks(
  ({ users: { listDeactivated } }) =>
    listDeactivated && { listDeactivated: async (limit: number) => listDeactivated(limit) },
  'if the host lists deactivated ones',
)

/** Contract of `UsersAdapter`. */
export const USERS = [
  ...check({
    'are found by their ids, in any order, omitting unknown ones': async ({
      users,
      wanda,
      hugo,
      seedUser,
    }) => {
      await seedUser('somebody-else')
      const two = byId(await users.findByIds([hugo.id, 'unknown', wanda.id]))
      assert.deepEqual(two, { [wanda.id]: wanda, [hugo.id]: hugo }, 'two of three users')
      assert.deepEqual(await users.findByIds([]), [], 'findByIds without ids')
    },
    'are found by their names, omitting unknown ones': async ({ users, wanda, hugo }) => {
      const two = byId(await users.findByUsernames(['hugo-2.o_x', 'unknown', 'wanda']))
      assert.deepEqual(two, { [wanda.id]: wanda, [hugo.id]: hugo }, 'both users')
      // A part of a name is a different name, and no character may act as a wildcard.
      const similar = await users.findByUsernames(['wand', 'wanda2', 'hugo-2_o_x'])
      assert.deepEqual(similar, [], 'findByUsernames of similar names')
      assert.deepEqual(await users.findByUsernames([]), [], 'findByUsernames without names')
    },
    'are not found by text that is not an id or name, without failing': async ({ users }) => {
      assert.deepEqual(await users.findByIds([...NOBODY]), [], 'findByIds')
      assert.deepEqual(await users.findByUsernames([...NOBODY]), [], 'findByUsernames')
    },
    'have a deleteAt only after they are deactivated, and are still found then': [
      ['deactivated'],
      async ({ users, wanda, seedUser }) => {
        const gone = await seedUser('gone', { active: false })
        const [byItsId] = await users.findByIds([gone.id])
        const [byItsName] = await users.findByUsernames(['gone'])
        assert.ok(byItsId, 'a deactivated user is found by id')
        assert.ok(!isAlive(byItsId), 'deleteAt of a deactivated user is a time')
        assert.deepEqual(byItsName, byItsId, 'a deactivated user is found by name')
        const [active] = await users.findByIds([wanda.id])
        assert.ok(isAlive(active), 'deleteAt of an active user is 0, null or absent')
      },
    ],
    'show who is an administrator': [
      ['adminFlag'],
      async ({ users, wanda, seedUser }) => {
        const root = await seedUser('root', { admin: true })
        const admins = byId(await users.findByIds([wanda.id, root.id]))
        assert.equal(admins[root.id]?.admin, true, 'admin of an administrator')
        assert.equal(admins[wanda.id]?.admin ?? false, false, 'admin of another user')
      },
    ],
    'are copies: changing a result does not change what is stored': async ({ users, wanda }) => {
      const { id } = wanda
      const before = copyOf(await users.findByIds([id]))
      scramble(await users.findByIds([id]))
      scramble(await users.findByUsernames(['wanda']))
      scramble(await users.listFor?.(wanda, { query: 'wanda', limit: 9 }))
      scramble(await users.findCredentials?.('wanda'))
      assert.deepEqual(await users.findByIds([id]), before, 'the user after the changes')
      if (!users.findCredentials) return
      const credentials = await users.findCredentials('wanda')
      assert.equal(credentials?.passwordHash, PASSWORD_HASH, 'the hash after the changes')
    },
  }),
  ...checkCredentials({
    'have credentials that are found by username and by e-mail address, ignoring case': async ({
      findCredentials,
      seedUser,
    }) => {
      const wanda = await seedUser('wanda')
      const expected = { userId: wanda.id, passwordHash: PASSWORD_HASH }
      for (const loginId of ['wanda', 'Wanda', 'wanda@example.test', 'Wanda@Example.test']) {
        assertHolds(await findCredentials(loginId), expected, `credentials of ${loginId}`)
      }
    },
    'have no credentials if they are unknown': async ({ findCredentials, seedUser }) => {
      await seedUser('wanda')
      for (const loginId of ['', ...NOBODY]) {
        assert.equal(await findCredentials(loginId), null, `credentials of ${loginId}`)
      }
    },
    'have no credentials if they are deactivated': [
      ['deactivated'],
      async ({ findCredentials, seedUser }) => {
        await seedUser('gone', { active: false })
        for (const loginId of ['gone', 'gone@example.test']) {
          assert.equal(await findCredentials(loginId), null, `credentials of ${loginId}`)
        }
      },
    ],
  }),
  ...checkLogins({
    'are found by the logins that they have claimed, omitting unknown ones and other hosts':
      async ({ findByLogins, claimLogin, seedUser }) => {
        const wanda = await seedUser('wanda')
        const hugo = await seedUser('hugo')
        await claimLogin(wanda.id, 'git.test', 'hugo')
        await claimLogin(wanda.id, 'git.test', 'w-2')
        await claimLogin(hugo.id, 'other.test', 'w-2')
        const find = async (host: string, ...logins: string[]): Promise<unknown> => {
          const found = await findByLogins('gitea', host, logins)
          return Object.fromEntries(found.map(({ login, user }) => [login, user]))
        }
        const both = { hugo: wanda, 'w-2': wanda }
        assert.deepEqual(await find('git.test', 'w-2', 'wanda', 'hugo'), both, 'those of one host')
        assert.deepEqual(await find('other.test', 'w-2', 'hugo'), { 'w-2': hugo }, 'another host')
        assert.deepEqual(await find('git.test', ...NOBODY), {}, 'text that is not a login')
        assert.deepEqual(await find('git.test'), {}, 'no logins')
      },
  }),
  ...checkList({
    'are listed by part of their name, ignoring case, up to the limit': async ({
      list,
      wanda,
      hugo,
    }) => {
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
        assert.deepEqual(await list(wanda, query), users, `the list for ${query}`)
      }
      const all = byId(await list(wanda, ''))
      assert.ok(all[wanda.id] && all[hugo.id], 'the list without a query contains both users')
      const one = await list(wanda, '', 1)
      assert.equal(one.length, 1, 'the number of users with a limit of 1')
    },
    'are not listed if they are deactivated': [
      ['deactivated'],
      async ({ list, wanda, seedUser }) => {
        await seedUser('wanda-gone', { active: false })
        assert.deepEqual(await list(wanda, 'wanda'), [wanda], 'the list')
      },
    ],
  }),
  ...checkLeft({
    'are listed once they are deactivated, up to the limit': [
      ['deactivated'],
      async ({ listDeactivated, seedUser }) => {
        const gone = await seedUser('gone', { active: false })
        await seedUser('wanda')
        const left = await listDeactivated(9)
        assert.deepEqual(
          left.map(({ id }) => id),
          [gone.id],
          'the list',
        )
        await seedUser('gone-too', { active: false })
        assert.equal((await listDeactivated(9)).length, 2, 'the number of users')
        assert.equal((await listDeactivated(1)).length, 1, 'the number of users with a limit of 1')
      },
    ],
  }),
]

function byId(users: readonly HookUser[]): Record<string, HookUser> {
  return Object.fromEntries(users.map((user) => [user.id, user]))
}
