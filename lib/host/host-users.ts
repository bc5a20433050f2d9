import type { CheckedManagement, CheckedSignIn, CheckedUsers } from '../adapters/checked.js'
import type { ManagementAdapters, UsersAdapter } from '../adapters/types.js'
import type { User } from '../model/records.js'
import type { CheckMethod } from './host-diagnostics.js'
import { readCredentials } from './read-records.js'
import { listOf, orNull, type Read } from './readers.js'

type HostUsers = ManagementAdapters['users']

export function hostUsers(
  users: Omit<HostUsers, 'listFor'>,
  check: CheckMethod,
  read: Read<User>,
): CheckedUsers {
  return {
    findByIds: check('users.findByIds', (ids) => users.findByIds([...ids]), listOf(read)),
    findByUsernames: check(
      'users.findByUsernames',
      (usernames) => users.findByUsernames([...usernames]),
      listOf(read),
    ),
  }
}

/** With the list only if the host has it. */
export function hostListedUsers(
  users: HostUsers,
  check: CheckMethod,
  read: Read<User>,
): CheckedManagement['users'] {
  const found = hostUsers(users, check, read)
  if (!users.listFor) return found
  return {
    ...found,
    listFor: check(
      'users.listFor',
      (user, options) => users.listFor?.(user, options),
      listOf(read),
    ),
  }
}

export function hostSignInUsers(
  users: UsersAdapter,
  check: CheckMethod,
  read: Read<User>,
): CheckedSignIn['users'] {
  return {
    ...hostUsers(users, check, read),
    findCredentials: check(
      'users.findCredentials',
      (loginId) => users.findCredentials(loginId),
      orNull(readCredentials),
    ),
  }
}
