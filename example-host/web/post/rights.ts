import type { Post, User } from '../api/shapes.js'
import { customBody } from './custom-types.js'

/** Users can edit their own posts, including those of their webhooks, if the text is what is shown. */
export function mayEdit({ userId, type, props }: Post, me: User): boolean {
  return userId === me.id && customBody(type, props) === null
}

export function mayDelete({ userId }: Post, me: User): boolean {
  return userId === me.id || me.admin
}
