import type { Post, User } from '../api/shapes.js'
import { customBody } from './custom-types.js'

/** One's own posts, those of one's webhooks among them, where the text is what is shown. */
export function mayEdit({ userId, type, props }: Post, me: User): boolean {
  return userId === me.id && customBody(type, props) === null
}

export function mayDelete({ userId }: Post, me: User): boolean {
  return userId === me.id || me.admin
}
