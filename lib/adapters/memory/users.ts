import type { HookUser } from '../../model/records.js'
import type { SignInAdapters } from '../types.js'
import type { MemoryHost } from './host.js'
import { isAlive } from '../../rules/alive.js'

export function memoryUsers(host: MemoryHost): SignInAdapters['users'] {
  return {
    findByIds: (ids) => ids.flatMap((id) => copy(host.users.get(id))),
    findByUsernames: (usernames) => {
      const wanted = new Set(usernames)
      return [...host.users.values()].filter((user) => wanted.has(user.username)).flatMap(copy)
    },
    findByLogins: (_format, forge, logins) =>
      logins.flatMap((login) =>
        copy(host.users.get(host.logins.get(`${forge}/${login}`) ?? '')).map((user) => ({
          login,
          user,
        })),
      ),
    findCredentials: (loginId) => {
      const wanted = loginId.toLowerCase()
      for (const user of host.users.values()) {
        if (!isAlive(user)) continue
        if (user.username === wanted || user.email?.toLowerCase() === wanted) {
          const credentials = host.credentials.get(user.id)
          return credentials ? { ...credentials } : null
        }
      }
      return null
    },
    listFor: (_user, { query, limit }) => {
      const wanted = query.toLowerCase()
      return [...host.users.values()]
        .filter(
          (user) =>
            isAlive(user) &&
            [user.username, user.displayName ?? ''].some((name) =>
              name.toLowerCase().includes(wanted),
            ),
        )
        .sort((a, b) => (a.username < b.username ? -1 : 1))
        .slice(0, limit)
        .flatMap(copy)
    },
    listDeactivated: (limit) =>
      [...host.users.values()]
        .filter((user) => leftAt(user) > 0)
        .sort((a, b) => leftAt(b) - leftAt(a))
        .slice(0, limit)
        .flatMap(copy),
  }
}

function copy(user: HookUser | undefined): HookUser[] {
  return user ? [{ ...user }] : []
}

/** 0 for who is there. */
function leftAt({ deleteAt }: HookUser) {
  return deleteAt ?? 0
}
