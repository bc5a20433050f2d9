import { Time } from 'express-incoming-webhooks-ui/time'
import { listOf, memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { AttachmentView } from './attachment.jsx'
import { customBody } from './custom-types.js'
import { Fold } from './fold.jsx'
import { Some } from './some.jsx'

const MAX_ATTACHMENTS = 20

interface BodyProps {
  readonly post: Post
  /** Whether a permalink to the post was opened. */
  readonly isTarget: boolean
}

export function Body({ post, isTarget }: BodyProps): JSX.Element {
  const Custom = customBody(post.type, post.props)
  const attachments = listOf(memberOf(post.props, 'attachments'))
  const part = partOf(post)
  return (
    <>
      {part && part.index > 1 && (
        <p class="part">
          <span>
            {part.count > 1 ? `continued, part ${part.index} of ${part.count}` : 'continued'}
          </span>
        </p>
      )}
      {Custom && <Custom props={post.props} />}
      {!Custom && post.message !== '' && (
        <Fold height={part ? 'part' : 'post'} isOpen={isTarget}>
          <MarkdownText text={post.message} largeEmoji={attachments.length === 0} />
        </Fold>
      )}
      {post.editAt > 0 && (
        <p class="edited">
          <Time at={post.editAt} text="(edited)" />
        </p>
      )}
      <Some items={attachments} limit={MAX_ATTACHMENTS} what="attachments">
        {(shown) =>
          shown.map((value, index) => (
            <AttachmentView key={index} post={post} value={value} isTarget={isTarget} />
          ))
        }
      </Some>
    </>
  )
}

interface Part {
  /** From 1. */
  readonly index: number
  readonly count: number
}

function partOf({ props }: Post): Part | null {
  const part = memberOf(props, 'webhook_part')
  const count = numberOf(part, 'count')
  return count > 1 ? { index: numberOf(part, 'index') + 1, count } : null
}
