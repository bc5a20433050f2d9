import type { HookUser } from '../model/records.js'

/** A user as Mattermost's API has it. Times are milliseconds since 1970. */
export interface ClientUser {
  /** The id of the user. */
  readonly id: string
  /** The username, in lower case. */
  readonly username: string
  /** The e-mail address; `''` if there is none. */
  readonly email: string
  /** `system_admin` is only in it for administrators. */
  readonly roles: 'system_user' | 'system_admin system_user'
  /** When the account was created; 0 if that is not known. */
  readonly create_at: number
  /** When the account was deactivated; 0 while it is active. */
  readonly delete_at: number
  /** The address of a picture. Absent if there is none. */
  readonly picture_url?: string
}

/** A user as clients see one. Lists each member, so that other members of a host's record are not sent. */
export function toClientUser(user: HookUser): ClientUser {
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
