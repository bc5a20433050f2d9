import { Changes, StateBadge } from 'express-incoming-webhooks-ui/incident'
import { readPost } from 'express-incoming-webhooks/render'
import { useContext, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { lookOf } from '../state/incidents.js'
import { type Told, toldBy } from '../state/told.js'
import { useChatState } from '../state/use-chat.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Named } from './attachment.jsx'
import { Body } from './body.jsx'
import { MoreButton, ShownPost } from './fold.jsx'

/** A reply that tells a change: one line, and all that it holds when that is asked for. */
export function Change({ post }: { readonly post: Post }) {
  const root = useChatState(({ posts }) => posts.get(post.rootId))
  const { isTarget } = useContext(ShownPost)
  const [open, setOpen] = useState(isTarget)
  const told = toldBy(post, root)
  const { attachments } = readPost(post)
  const isWhole = told && (told.changes.length > 0 || told.head.text === post.message)
  const hasMore = !isWhole || attachments.length > 0
  return (
    <>
      {!open && told && <Line post={post} told={told} />}
      {hasMore && <MoreButton open={open} onPress={() => setOpen(!open)} />}
      {open && (
        <div class="post__all">
          <Body post={post} />
        </div>
      )}
    </>
  )
}

interface LineProps {
  readonly post: Post
  readonly told: Told
}

/** `Resolved  The backup is done`, or `Resolved  Acknowledged 14:02 · Resolved 14:05`. */
function Line({ post, told: { state, head, changes } }: LineProps) {
  const look = lookOf(state, post)
  return (
    <>
      {look && <StateBadge {...look} />}
      {changes.length > 0 && <Changes changes={changes} />}
      {head.text !== '' && (
        <div class="md">
          {head.isPlain ? (
            <Named words={head.text} address="" />
          ) : (
            <MarkdownText text={head.text} />
          )}
        </div>
      )}
    </>
  )
}
