import type { ServerResponse } from 'node:http'
import { WebhookError } from '../model/errors.js'
import type { OwnPosts } from '../pipeline/own-posts.js'

const PATH = /^\/posts\/([^/]+)$/

/** The id in `/posts/{id}`, behind the key; null for other paths. */
export function ownPostIn(path: string): string | null {
  const [, written] = PATH.exec(path) ?? []
  if (written === undefined) return null
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** What a host's store can do with posts of the sender's own. */
export function ownPostMethods({ change, delete: remove }: OwnPosts): readonly string[] {
  return [...(change ? ['PATCH'] : []), ...(remove ? ['DELETE'] : [])]
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
