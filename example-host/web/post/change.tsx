import { useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { STATES } from '../state/incidents.js'
import { firstLineOf, stateIn } from '../text/first-line.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Body } from './body.jsx'
import { StateBadge } from './incident.jsx'

/** A reply that tells a change: one line, and all that it holds when that is asked for. */
export function Change({ post, isTarget }: { readonly post: Post; readonly isTarget: boolean }) {
  const [open, setOpen] = useState(isTarget)
  const line = firstLineOf(post.message)
  const state = STATES.get(stateIn(line))
  const hasMore = state !== undefined || line !== post.message || 'attachments' in post.props
  return (
    <>
      {open ? null : state ? (
        <StateBadge {...state} />
      ) : (
        <div class="md">
          <MarkdownText text={line} />
        </div>
      )}
      {hasMore && (
        <button
          type="button"
          class="btn btn--link btn--small"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
      {open && (
        <div class="post__all">
          <Body post={post} isTarget={isTarget} />
        </div>
      )}
    </>
  )
}
