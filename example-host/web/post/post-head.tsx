import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Time } from 'express-incoming-webhooks-ui/time'
import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import type { Author } from '../state/names.js'
import { useChat, useChatState } from '../view/chat-context.jsx'
import { cardOf } from './card.js'

const PRIORITIES: Readonly<Record<string, { readonly look: string; readonly word: string }>> = {
  important: { look: 'badge--info', word: 'Important' },
  urgent: { look: 'badge--bad', word: 'Urgent' },
}

interface PostHeadProps {
  readonly id: string
  readonly post: Post
  readonly author: Author
}

/** Author and time. The BOT label is outside the element of the name, so no name can imitate it. */
export function PostHead({ id, post, author }: PostHeadProps): JSX.Element {
  const team = useChatState((state) => state.team.name)
  const { name, isHook, hookName } = author
  const priority = Object.hasOwn(PRIORITIES, post.priority) ? PRIORITIES[post.priority] : undefined
  return (
    <div class="post__head" id={id}>
      <bdi class="post__author">{name}</bdi>
      {isHook && (
        <span
          class="bot"
          title={hookName === '' ? 'Posted by a webhook' : `Posted by the webhook “${hookName}”`}
        >
          Bot
        </span>
      )}
      <a class="post__time" href={postPath(team, post.id)}>
        <Time at={post.createAt} />
      </a>
      <DetailsButton post={post} />
      {priority && <span class={`badge ${priority.look}`}>{priority.word}</span>}
    </div>
  )
}

/** Opens the card of a message beside the messages. */
function DetailsButton({ post }: { readonly post: Post }): JSX.Element | null {
  const { places } = useChat()
  if (cardOf(post) === '') return null
  return (
    <button
      type="button"
      class="btn btn--ghost btn--square post__details"
      aria-label="Show details"
      title="Show details"
      onClick={() => places.openCard(post.id)}
    >
      <Icon name="info" size="small" />
    </button>
  )
}
