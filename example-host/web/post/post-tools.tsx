import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import type { Author } from '../state/names.js'
import { hostOfAddress, isSafeHref } from '../text/links.js'
import { isAllowedPicture } from '../text/pictures.js'
import { useChat } from '../view/chat-context.jsx'
import { Icon } from '../view/icon.jsx'
import { cardOf } from './body.jsx'

interface PostToolsProps {
  readonly post: Post
  readonly author: Author
  readonly threads: boolean
}

export function PostTools({ post, author, threads }: PostToolsProps): JSX.Element {
  const { places, store, announcer } = useChat()
  const { picture, name } = author
  const copyLink = async (): Promise<void> => {
    const url = new URL(postPath(store.get().team.name, post.id), location.origin)
    try {
      await navigator.clipboard.writeText(url.href)
      announcer.say('Link copied')
    } catch {
      places.go(url.pathname)
    }
  }
  return (
    <div class="post__tools" role="group" aria-label={`Actions for the message by ${name}`}>
      {picture !== '' && isSafeHref(picture) && !isAllowedPicture(picture) && (
        <a
          class="btn btn--ghost btn--square"
          href={picture}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label="Show image"
          title={`A picture from ${hostOfAddress(picture)} is not loaded. Show image`}
        >
          <Icon name="picture" />
        </a>
      )}
      {cardOf(post) !== '' && (
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label="Show details"
          title="Show details"
          onClick={() => {
            places.openCard(post.id)
          }}
        >
          <Icon name="details" />
        </button>
      )}
      {threads && (
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label="Reply in thread"
          title="Reply in thread"
          onClick={() => {
            places.openThread(post.rootId === '' ? post.id : post.rootId)
          }}
        >
          <Icon name="reply" />
        </button>
      )}
      <button
        type="button"
        class="btn btn--ghost btn--square"
        aria-label="Copy link"
        title="Copy link"
        onClick={() => void copyLink()}
      >
        <Icon name="link" />
      </button>
    </div>
  )
}
