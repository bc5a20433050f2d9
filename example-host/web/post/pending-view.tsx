import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { Pending } from '../state/model.js'
import { authorOf } from '../state/names.js'
import { discard, sendAgain } from '../state/sending.js'
import { useChat } from '../state/use-chat.js'
import { beginningOf } from '../text/emoji-words.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Avatar } from '../view/avatar.jsx'

/** The user's own message that is not stored yet. */
export function PendingView({ pending }: { readonly pending: Pending }) {
  const people = useChat('users', 'me')
  const { me } = people
  const author = authorOf({ userId: me.id, props: {} }, people)
  return (
    <article
      class="post post--pending"
      aria-label={`${me.username}: ${beginningOf(pending)}, sending`}
    >
      <Avatar author={author} />
      <div class="post__main">
        <div class="post__head">
          <span class="post__author">{me.username}</span>
          {!pending.failed && <span class="post__time">sending</span>}
        </div>
        <div class="md">
          <MarkdownText text={pending.message} />
        </div>
        {pending.failed && (
          <div class="post__foot" role="alert">
            <span class="error">
              <Icon name="alert" size="small" />
              Not sent.
            </span>
            <button
              type="button"
              class="btn btn--link btn--small"
              onClick={() => void sendAgain(pending)}
            >
              Try again
            </button>
            <span aria-hidden="true">·</span>
            <button type="button" class="btn btn--link btn--small" onClick={() => discard(pending)}>
              Discard
            </button>
          </div>
        )}
      </div>
    </article>
  )
}
