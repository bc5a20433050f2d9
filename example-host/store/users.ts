import type { SignInAdapters } from 'express-incoming-webhooks/adapters'
import { type ChatUsers, pageOf } from './chat-store.js'
import { StoreConflict } from './errors.js'
import { createId } from './ids.js'
import type { ChatUser, StoredUser } from './memory/rows.js'
import type { Writer } from './writer.js'

export function usersAdapter({ model }: Writer): SignInAdapters['users'] {
  const { tables, indexes } = model
  const findIn = (users: ReadonlyMap<string, StoredUser>) => (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => found(users.get(name)) ?? [])
  return {
    findByIds: findIn(tables.users),
    findByUsernames: findIn(indexes.usernames),
    findByLogins: (_format, host, logins) =>
      [...new Set(logins)].flatMap((login) => {
        const user = found(indexes.logins.get(`${host}/${login}`))
        return user ? [{ login, user }] : []
      }),
    findCredentials: (loginId) => {
      const wanted = loginId.toLowerCase()
      const user = indexes.usernames.get(wanted) ?? indexes.emails.get(wanted)
      return user?.deleteAt === 0 ? { userId: user.id, passwordHash: user.passwordHash } : null
    },
    listFor: (_user, { query, limit }) => {
      const wanted = query.toLowerCase()
      return tables.users
        .all()
        .filter((user) => user.deleteAt === 0 && user.username.includes(wanted))
        .sort((a, b) => (a.username < b.username ? -1 : 1))
        .slice(0, limit)
        .map(publicUser)
    },
    listDeactivated: (limit) =>
      tables.users
        .all()
        .filter((user) => user.deleteAt > 0)
        .sort((a, b) => b.deleteAt - a.deleteAt)
        .slice(0, limit)
        .map(publicUser),
  }
}

export function chatUsers(writer: Writer): ChatUsers {
  const { tables, indexes } = writer.model
  const put = (user: StoredUser) => writer.commit({ put: { users: [user] } })
  const change = (id: string, changes: Partial<StoredUser>) =>
    writer.exclusive(async () => {
      const user = tables.users.get(id)
      if (user) await put({ ...user, ...changes })
      return user !== undefined
    })
  return {
    create: ({ username, ...given }) =>
      writer.exclusive(async () => {
        const user: StoredUser = {
          id: createId(),
          ...given,
          username: username.toLowerCase(),
          createAt: writer.clock(),
          deleteAt: 0,
        }
        if (indexes.usernames.get(user.username)) throw new StoreConflict('username')
        if (indexes.emails.get(user.email.toLowerCase())) throw new StoreConflict('email')
        await put(user)
        return publicUser(user)
      }),
    byId: (id) => found(tables.users.get(id)),
    byUsername: (name) => found(indexes.usernames.get(name.toLowerCase())),
    list: (page) => pageOf(tables.users.all(), page).map(publicUser),
    count: () => tables.users.size,
    setActive: (id, active) => change(id, { deleteAt: active ? 0 : writer.clock() }),
    setPasswordHash: (id, passwordHash) => change(id, { passwordHash }),
    logins: (id) => tables.users.get(id)?.logins ?? [],
    claim: (id, login) =>
      writer.exclusive(async () => {
        const user = tables.users.get(id)
        const owner = indexes.logins.get(login)
        if (!user || owner) return owner?.id === id
        const logins = [...(user.logins ?? []), login]
        await put({ ...user, logins })
        return true
      }),
    release: (id, login) =>
      writer.exclusive(async () => {
        const user = indexes.logins.get(login)
        if (user?.id !== id) return false
        const logins = user.logins?.filter((each) => each !== login) ?? []
        await put({ ...user, logins })
        return true
      }),
  }
}

function found(user: StoredUser | undefined): ChatUser | null {
  return user ? publicUser(user) : null
}

// Named one by one, so that a later secret of the row does not leak.
function publicUser({ id, username, email, admin, createAt, deleteAt }: StoredUser): ChatUser {
  return { id, username, email, admin, createAt, deleteAt }
}
