import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { MarkdownText } from '../text/markdown-text.jsx'
import { useChat, useChatState } from '../view/chat-context.jsx'

/** A text that only the reader sees, below its post. */
export function Aside({ postId }: { readonly postId: string }): JSX.Element | null {
  const { store } = useChat()
  const message = useChatState(({ asides }) => asides.get(postId)) ?? ''
  if (message === '') return null
  const dismiss = (): void =>
    store.set(({ asides }) => ({
      asides: new Map([...asides].filter(([id]) => id !== postId)),
    }))
  return (
    <div class="mt-3" role="status">
      <p class="only-you">
        <Icon name="eye" size="small" />
        Only visible to you
        <button type="button" class="btn btn--link btn--small" onClick={dismiss}>
          Dismiss
        </button>
      </p>
      <div class="md">
        <MarkdownText text={message} />
      </div>
    </div>
  )
}
