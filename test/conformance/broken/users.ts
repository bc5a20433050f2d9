import type { Broken } from './broken.js'

const BY_ID = 'users: are found by their ids, in any order, omitting unknown ones'
const BY_NAME = 'users: are found by their names, omitting unknown ones'
const NOBODY = 'users: are not found by text that is not an id or name, without failing'
const SIGN_IN =
  'users: have credentials that are found by username and by e-mail address, ignoring case, if the library signs users in'
const LISTED =
  'users: are listed by part of their name, ignoring case, up to the limit, if the host lists them'
const LOGINS =
  'users: are found by the logins that they have claimed, omitting unknown ones and other hosts, if they can claim logins'
const INACTIVE = 'users: are not listed if they are deactivated, if the host lists them'
const COPIES = 'users: are copies: changing a result does not change what is stored'
const UNKNOWN = 'users: have no credentials if they are unknown, if the library signs users in'

const DEACTIVATED =
  'users: have no credentials if they are deactivated, if the library signs users in'

const LEFT =
  'users: are listed once they are deactivated, up to the limit, if the host lists deactivated ones'

export const BROKEN_USERS: readonly Broken[] = [
  {
    what: 'active users are listed as deactivated ones',
    fails: [LEFT],
    breakAdapters: ({ host, users }) => ({
      users: { ...users, listDeactivated: (limit) => [...host.users.values()].slice(0, limit) },
    }),
  },
  {
    what: 'only the first of several ids is looked up',
    fails: [BY_ID, 'users: show who is an administrator'],
    breakAdapters: ({ users }) => ({
      users: { ...users, findByIds: (ids) => users.findByIds(ids.slice(0, 1)) },
    }),
  },
  {
    what: 'a login is that of any forge',
    fails: [LOGINS],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        findByLogins: async (format, forge, logins) => {
          const others = [...host.logins.keys()].map((name) => name.split('/')[0] ?? '')
          const found = await Promise.all(
            [forge, ...others].map(
              async (each) => (await users.findByLogins?.(format, each, logins)) ?? [],
            ),
          )
          return found.flat()
        },
      },
    }),
  },
  {
    what: 'no ids are a mistake of the query',
    fails: [BY_ID],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findByIds: (ids) => {
          if (ids.length === 0) throw new Error('syntax error near )')
          return users.findByIds(ids)
        },
      },
    }),
  },
  {
    what: 'names are matched as patterns',
    fails: [BY_NAME, NOBODY],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        findByUsernames: (names) =>
          structuredClone([...host.users.values()]).filter((user) =>
            names.some((name) => like(name).test(user.username)),
          ),
      },
    }),
  },
  {
    what: 'a text that is no id is a failure of the database',
    fails: [BY_ID, NOBODY],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findByIds: (ids) => {
          if (ids.some((id) => !/^user\d/.test(id))) throw new Error('invalid input syntax')
          return users.findByIds(ids)
        },
      },
    }),
  },
  {
    what: 'deactivated users are hidden',
    fails: ['users: have a deleteAt only after they are deactivated, and are still found then'],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findByIds: async (ids) =>
          (await users.findByIds(ids)).filter((user) => user.deleteAt === 0),
      },
    }),
  },
  {
    what: 'nobody is an administrator',
    fails: ['users: show who is an administrator'],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findByIds: async (ids) =>
          (await users.findByIds(ids)).map((user) => ({ ...user, admin: false })),
      },
    }),
  },
  {
    what: 'signing in knows user names only',
    fails: [SIGN_IN],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findCredentials: (loginId) =>
          loginId.includes('@') ? null : users.findCredentials(loginId),
      },
    }),
  },
  {
    what: 'signing in minds the case',
    fails: [SIGN_IN],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findCredentials: (loginId) =>
          loginId === loginId.toLowerCase() ? users.findCredentials(loginId) : null,
      },
    }),
  },
  {
    what: 'deactivated users can sign in',
    fails: [DEACTIVATED],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        findCredentials: (loginId) => {
          const user = [...host.users.values()].find(({ username }) => username === loginId)
          return user
            ? {
                ...host.credentials.get(user.id),
                userId: user.id,
                passwordHash: host.credentials.get(user.id)?.passwordHash ?? '',
              }
            : users.findCredentials(loginId)
        },
      },
    }),
  },
  {
    what: 'a person who is not there is a failure',
    fails: [UNKNOWN, DEACTIVATED],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        findCredentials: async (loginId) => {
          const found = await users.findCredentials(loginId)
          if (!found) throw new Error('no such user')
          return found
        },
      },
    }),
  },
  {
    what: 'users are live references',
    fails: [COPIES],
    breakAdapters: ({ host, users }) => ({
      users: { ...users, findByIds: (ids) => ids.flatMap((id) => host.users.get(id) ?? []) },
    }),
  },
  {
    what: 'the list minds the case',
    fails: [LISTED],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        listFor: (user, { query, limit }) =>
          query === query.toLowerCase() ? (users.listFor?.(user, { query, limit }) ?? []) : [],
      },
    }),
  },
  {
    what: 'the list has no limit',
    fails: [LISTED],
    breakAdapters: ({ users }) => ({
      users: {
        ...users,
        listFor: (user, { query }) => users.listFor?.(user, { query, limit: 99 }) ?? [],
      },
    }),
  },
  {
    what: 'the list takes the query for a pattern',
    fails: [LISTED],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        listFor: (_user, { query, limit }) =>
          structuredClone([...host.users.values()])
            .filter(({ deleteAt }) => deleteAt === 0)
            .filter(({ username }) => like(`%${query.toLowerCase()}%`).test(username))
            .slice(0, limit),
      },
    }),
  },
  {
    what: 'deactivated users are listed',
    fails: [INACTIVE],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        listFor: (_user, { query, limit }) =>
          structuredClone([...host.users.values()])
            .filter(({ username }) => username.includes(query.toLowerCase()))
            .slice(0, limit),
      },
    }),
  },
  {
    what: 'the list is of live references',
    fails: [COPIES],
    breakAdapters: ({ host, users }) => ({
      users: {
        ...users,
        listFor: async (user, options) =>
          ((await users.listFor?.(user, options)) ?? []).flatMap(
            ({ id }) => host.users.get(id) ?? [],
          ),
      },
    }),
  },
]

function like(pattern: string): RegExp {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('_', '.')
    .replaceAll('%', '.*')
  return new RegExp(`^${source}$`)
}
