import { Time } from 'express-incoming-webhooks-ui/time'
import { memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import { PostAllowance, readPost, type ShownAttachment } from 'express-incoming-webhooks/render'
import { Component, type ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { Allowance, MarkdownText } from '../text/markdown-text.jsx'
import { Some } from '../text/some.jsx'
import { AttachmentView, Bar, cardsOf, Part, Parts } from './attachment.jsx'
import { customBody } from './deploy.jsx'
import { Fold, ShownPost } from './fold.jsx'

const MAX_ATTACHMENTS = 20

interface BodyProps {
  readonly post: Post
  /** Whether a permalink to the post was opened. */
  readonly isTarget: boolean
}

export function Body({ post, isTarget }: BodyProps) {
  const Custom = customBody(post.type, post.props)
  const { message, attachments } = readPost(post)
  const allowance = useMemo(() => new PostAllowance(), [post.message, post.props])
  const place = memberOf(post.props, 'webhook_part')
  const [part, parts] = [numberOf(place, 'index') + 1, numberOf(place, 'count')]
  return (
    <ShownPost value={{ id: post.id, isTarget }}>
      <Allowance value={allowance}>
        {parts > 1 && part > 1 && (
          <p class="part">
            <span>
              continued, part {part} of {parts}
            </span>
          </p>
        )}
        {Custom && <Custom props={post.props} />}
        <Some items={attachments} limit={MAX_ATTACHMENTS} what="attachments">
          {(shown) => {
            const { lead, cards } = cardsOf(shown)
            return (
              <>
                <Lead lead={lead}>
                  {!Custom && message !== '' && (
                    <Fold height={parts > 1 ? 'part' : 'post'}>
                      <MarkdownText text={message} largeEmoji={attachments.length === 0} />
                    </Fold>
                  )}
                  {post.editAt > 0 && (
                    <p class="edited">
                      <Time at={post.editAt} text="(edited)" />
                    </p>
                  )}
                </Lead>
                {cards.map((card, index) => (
                  <AttachmentView key={index} card={card} />
                ))}
              </>
            )
          }}
        </Some>
      </Allowance>
    </ShownPost>
  )
}

interface LeadProps {
  /** What goes on from the message. */
  readonly lead: readonly ShownAttachment[]
  readonly children: ComponentChildren
}

/** The message, in one card with what goes on from it. */
function Lead({ lead, children }: LeadProps) {
  const [first, ...more] = lead
  if (!first) return children
  // Without a text of its own, its picture and its buttons are those of the message.
  const isRow = first.text === ''
  return (
    <Bar color="">
      {isRow ? (
        <Part part={first}>
          <div class="att__rows">{children}</div>
        </Part>
      ) : (
        <div class="att__part">{children}</div>
      )}
      <Parts parts={isRow ? more : lead} />
    </Bar>
  )
}

interface BoundaryProps {
  readonly text: string
  readonly children: ComponentChildren
}

/** If a post cannot be rendered, its text is shown and other posts are not affected. */
export class PostBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render({ text, children }: BoundaryProps): ComponentChildren {
    return this.state.failed ? <p class="plain">{text}</p> : children
  }
}
