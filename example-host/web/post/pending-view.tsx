import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import type { Pending } from '../state/model.js'
import { authorOf } from '../state/names.js'
import { discard, sendAgain } from '../state/sending.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Avatar } from '../view/avatar.jsx'
import { useChat, useChatState } from '../view/chat-context.jsx'

/** The user's own message that is not stored yet. */
export function PendingView({ pending }: { readonly pending: Pending }): JSX.Element {
  const { store } = useChat()
  const me = useChatState((state) => state.me)
  const users = useChatState((state) => state.users)
  const author = authorOf({ ...NO_POST, userId: me.id }, { users, me })
  return (
    <article class="post post--pending" aria-label={`${me.username}, sending`}>
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
              onClick={() => void sendAgain(store, pending)}
            >
              Try again
            </button>
            <span aria-hidden="true">·</span>
            <button
              type="button"
              class="btn btn--link btn--small"
              onClick={() => discard(store, pending)}
            >
              Discard
            </button>
          </div>
        )}
      </div>
    </article>
  )
}

const NO_POST = {
  id: '',
  createAt: 0,
  updateAt: 0,
  editAt: 0,
  deleteAt: 0,
  channelId: '',
  rootId: '',
  message: '',
  type: '',
  props: {},
  priority: '',
  replies: { count: 0, lastAt: 0, userIds: [] },
}
