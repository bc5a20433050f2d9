import type { User } from '../model/records.js'

/** A user as clients see one. Times are milliseconds since 1970. */
export interface ClientUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly roles: 'system_user' | 'system_admin system_user'
  readonly create_at: number
  readonly delete_at: number
  readonly picture_url?: string
}

/** A user as clients see one. Lists each member, so that other members of a host's record are not sent. */
export function clientUser(user: User): ClientUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    roles: user.admin ? 'system_admin system_user' : 'system_user',
    create_at: user.createAt ?? 0,
    delete_at: user.deleteAt ?? 0,
    ...(user.pictureUrl ? { picture_url: user.pictureUrl } : {}),
  }
}
