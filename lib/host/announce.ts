import type { OnPosts, PostsEvent } from '../adapters/types.js'
import { copyOf } from '../model/json.js'
import { asError } from './as-error.js'
import type { TellMistake } from './host-mistakes.js'

/** `onPosts`, safe to call. */
type Announce = (event: PostsEvent) => void

export function createAnnounce(onPosts: OnPosts | undefined, tell: TellMistake): Announce {
  if (!onPosts) return () => undefined
  const fail = (error: unknown): void => {
    tell('EIW_ON_POSTS_FAILED', { error: asError(error) })
  }
  return (event) => {
    try {
      // Copies, because the response is made from the same posts.
      const { change, posts, channel } = event
      Promise.resolve(onPosts({ change, posts: posts.map(copyOf), channel: { ...channel } })).catch(
        fail,
      )
    } catch (error) {
      fail(error)
    }
  }
}
