import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { authorOf } from '../state/names.js'
import { cardOf } from '../post/card.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { PaneHead } from './pane-head.jsx'

/** The side panel with details of a webhook's message. */
export function CardPane({ post }: { readonly post: Post }): JSX.Element {
  const { places } = useChat()
  const name = useChatState((state) => authorOf(post, state).name)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.querySelector('button')?.focus(), [post.id])
  return (
    <section class="thread" aria-labelledby="card-title" ref={pane}>
      <PaneHead
        id="card-title"
        title="Details"
        about={`of the message by ${name}`}
        close="Close details"
        onClose={() => places.openCard('')}
      />
      <div class="card-text md" tabIndex={0} role="region" aria-label="Message details">
        <MarkdownText text={cardOf(post)} />
      </div>
    </section>
  )
}
