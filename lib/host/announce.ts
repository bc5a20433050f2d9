import type { OnPosts, PostsEvent } from '../adapters/types.js'
import { copyOf } from '../model/json.js'
import { asError } from './as-error.js'
import type { HostMistake, TellMistake } from './host-mistakes.js'

/** `onPosts`, safe to call. */
type Announce = (event: PostsEvent) => void

export function createAnnounce(onPosts: OnPosts | undefined, tell: TellMistake): Announce {
  const call = safely(onPosts, 'EIW_ON_POSTS_FAILED', tell)
  // Copies, because the response is made from the same posts.
  return ({ change, posts, channel }) => {
    if (onPosts) call({ change, posts: posts.map(copyOf), channel: { ...channel } })
  }
}

/** A function of the host that is told of something: its failures change nothing. */
export function safely<Event>(
  listener: ((event: Event) => unknown) | undefined,
  mistake: HostMistake,
  tell: TellMistake,
): (event: Event) => void {
  const fail = (error: unknown) => {
    tell(mistake, { error: asError(error) })
  }
  return (event) => {
    try {
      Promise.resolve(listener?.(event)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
