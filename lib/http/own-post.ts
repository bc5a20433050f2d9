import type { ServerResponse } from 'node:http'
import { WebhookError } from '../model/errors.js'
import { decoded } from '../formats/words.js'
import type { Formats } from '../formats/registry.js'
import type { OwnPost, OwnPosts } from '../pipeline/own-posts.js'

const POST = /^\/posts\/([^/]+)$/
const MESSAGE = /^(?:\/([^/]+))?\/messages\/([^/]+)$/

/** The post that the path behind the key names, and the format in which its sender speaks of it. */
export type NamedPost = Pick<OwnPost, 'postId' | 'format'>

/** The post that a path names, such as `/posts/{id}`; null for other paths. */
export function ownPostIn(path: string, formats: Formats): NamedPost | null {
  const [, id] = POST.exec(path) ?? []
  if (id !== undefined) return { postId: decoded(id), format: null }
  const [, name = '', message] = MESSAGE.exec(path) ?? []
  const format = message === undefined ? undefined : formats.ofMessages(name)
  return message !== undefined && format?.messages ? { postId: decoded(message), format } : null
}

/** What its sender may do with it, as far as the host's store can. */
export function ownPostMethods({ format }: NamedPost, own: OwnPosts): readonly string[] {
  return [
    ...(format ? ['GET'] : []),
    ...(own.change ? ['PATCH'] : []),
    ...(own.delete ? ['DELETE'] : []),
  ]
}

/** The error for a change of a post of a webhook whose senders prove who they are. */
export function unprovenChange(res: ServerResponse): WebhookError {
  res.setHeader('Allow', 'POST')
  return new WebhookError('method_not_allowed', {
    detail:
      'the senders of this webhook prove who they are, and no proof covers the method and the id of a ' +
      'post; to change a post, POST to the URL of the webhook, with the correlation_key of the post in ' +
      'the body',
  })
}
