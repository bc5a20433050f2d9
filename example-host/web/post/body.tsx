import { Time } from 'express-incoming-webhooks-ui/time'
import { listOf, memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { Allowance, PostAllowance } from '../text/allowance.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Actions } from './actions.jsx'
import { type Attachment, readAttachment } from './attachment-shape.js'
import { AttachmentView, Bar } from './attachment.jsx'
import { cardsOf } from './cards.js'
import { customBody } from './custom-types.js'
import { Fold } from './fold.jsx'
import { Beside, Parts, WithThumb } from './parts.jsx'
import { Some } from './some.jsx'

const MAX_ATTACHMENTS = 20

interface BodyProps {
  readonly post: Post
  /** Whether a permalink to the post was opened. */
  readonly isTarget: boolean
}

export function Body({ post, isTarget }: BodyProps): JSX.Element {
  const Custom = customBody(post.type, post.props)
  const attachments = listOf(memberOf(post.props, 'attachments')).map(readAttachment)
  const part = partOf(post)
  const allowance = useMemo(() => new PostAllowance(), [post.message, post.props])
  return (
    <Allowance value={allowance}>
      {part && part.index > 1 && (
        <p class="part">
          <span>
            {part.count > 1 ? `continued, part ${part.index} of ${part.count}` : 'continued'}
          </span>
        </p>
      )}
      {Custom && <Custom props={post.props} />}
      <Some items={attachments} limit={MAX_ATTACHMENTS} what="attachments">
        {(shown) => {
          const { lead, cards } = cardsOf(shown)
          return (
            <>
              <Lead post={post} lead={lead} isTarget={isTarget}>
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
              </Lead>
              {cards.map((card, index) => (
                <AttachmentView key={index} post={post} card={card} isTarget={isTarget} />
              ))}
            </>
          )
        }}
      </Some>
    </Allowance>
  )
}

interface LeadProps extends BodyProps {
  /** What goes on from the message. */
  readonly lead: readonly Attachment[]
  readonly children: ComponentChildren
}

/** The message, in one card with what goes on from it. */
function Lead({ post, lead, isTarget, children }: LeadProps): JSX.Element {
  const [first, ...more] = lead
  if (!first) return <>{children}</>
  const isRow = first.text === ''
  return (
    <Bar color="">
      <Beside isBeside={isRow && first.accessory}>
        {isRow ? (
          <WithThumb attachment={first}>
            <div class="att__rows">{children}</div>
          </WithThumb>
        ) : (
          children
        )}
        {isRow && first.actions.length > 0 && <Actions post={post} actions={first.actions} />}
      </Beside>
      <Parts post={post} parts={isRow ? more : lead} isTarget={isTarget} />
    </Bar>
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
