import { PersonAvatar, WebhookAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { longTime } from 'express-incoming-webhooks-ui/times'
import type { Post } from '../api/shapes.js'
import type { Author } from '../state/names.js'
import { showThread } from '../state/places.js'
import { showAside } from '../state/sending.js'
import { useChat, useChatState } from '../state/use-chat.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Avatar } from '../view/avatar.jsx'

/** A text that only the reader sees, below its post. */
export function Aside({ postId }: { readonly postId: string }) {
  const message = useChatState(({ asides }) => asides.get(postId)) ?? ''
  if (message === '') return null
  return (
    <div class="mt-3" role="status">
      <p class="only-you">
        <Icon name="eye" size="small" />
        Only visible to you
        <button
          type="button"
          class="btn btn--link btn--small"
          onClick={() => showAside(postId, '')}
        >
          Dismiss
        </button>
      </p>
      <div class="md">
        <MarkdownText text={message} />
      </div>
    </div>
  )
}

/** `2 replies  last reply today at 09:39`, with the avatars of the authors. */
export function RepliesLink({ post, author }: { readonly post: Post; readonly author: Author }) {
  const { users } = useChat('users')
  const { count, lastAt, authors } = post.replies
  return (
    <div class="post__foot">
      <button type="button" class="replies" onClick={() => showThread(post.id)}>
        <span class="replies__faces">
          {authors.map(({ userId, webhookId }) => {
            const key = webhookId || userId
            const name = users.get(userId)?.username ?? '?'
            if (webhookId === '') return <PersonAvatar key={key} name={name} size="tiny" />
            if (webhookId === post.webhookId) {
              return <Avatar key={key} author={author} size="tiny" />
            }
            return <WebhookAvatar key={key} name={name} emoji="" size="tiny" />
          })}
        </span>
        {countText(count, 'reply', 'replies')}
        <span class="replies__when">last reply {longTime(lastAt)}</span>
      </button>
    </div>
  )
}
