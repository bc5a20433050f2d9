import type { HookUser } from '../model/records.js'

/** A user as clients see one. Lists each member, so that other members of a host's record are not sent. */
export function toClientUser(user: HookUser): object {
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
