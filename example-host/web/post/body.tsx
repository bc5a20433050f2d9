import {
  Changes,
  IncidentHead,
  IncidentHistory,
  StateBadge,
} from 'express-incoming-webhooks-ui/incident'
import { Time } from 'express-incoming-webhooks-ui/time'
import { memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import { PostAllowance, readPost, type ShownAttachment } from 'express-incoming-webhooks/render'
import { Component, type ComponentChildren } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { type Incident, incidentOf, lookOf } from '../state/incidents.js'
import { useChatState } from '../state/store.js'
import { type Told, toldBy } from '../state/told.js'
import { bareTitle, firstLineOf, withoutBeginning, withoutPerson } from '../text/first-line.js'
import {
  Allowance,
  Fold,
  MarkdownText,
  MoreButton,
  ShownPost,
  Some,
} from '../text/markdown-text.jsx'
import { AttachmentView, Bar, cardsOf, isOnlyColor, Named, Part, Parts } from './attachment.jsx'
import { customBody } from './deploy.jsx'

const MAX_ATTACHMENTS = 20

export function Body({ post }: { readonly post: Post }) {
  const Custom = customBody(post.type, post.props)
  const incident = incidentOf(post)
  const { title, message, attachments } = incident
    ? belowTitle(post, incident)
    : { title: null, ...readPost(post) }
  const allowance = useMemo(() => new PostAllowance(), [post.message, post.props])
  const cards = attachments.filter((each) => !isOnlyColor(each))
  const tint = incident || !attachments[0] || cards.length > 0 ? '' : attachments[0].color
  const place = memberOf(post.props, 'webhook_part')
  const [part, parts] = [numberOf(place, 'index') + 1, numberOf(place, 'count')]
  return (
    <Allowance value={allowance}>
      {parts > 1 && part > 1 && (
        <p class="part">
          <span>
            continued, part {part} of {parts}
          </span>
        </p>
      )}
      {incident && <IncidentHead incident={incident}>{title}</IncidentHead>}
      {Custom && <Custom props={post.props} />}
      <Some items={cards} limit={MAX_ATTACHMENTS} what="attachments">
        {(shown) => {
          const { lead, cards } = cardsOf(shown)
          return (
            <>
              <Lead lead={lead} tint={tint}>
                {!Custom && message !== '' && (
                  <Fold height={parts > 1 ? 'part' : 'post'}>
                    <MarkdownText text={message} largeEmoji={cards.length === 0} />
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
      {incident && <IncidentHistory {...incident} />}
    </Allowance>
  )
}

/** A post about an incident: what the line above it calls the incident, and what is below that line. */
function belowTitle(post: Post, incident: Incident) {
  const { since, by } = incident
  const { message, ...shown } = readPost(post)
  const attachments = shown.attachments.map((each) =>
    withoutPerson(withoutBeginning(each, since), by),
  )
  const line = customBody(post.type, post.props) ? '' : firstLineOf(message)
  if (line !== '') {
    const title = <MarkdownText text={bareTitle(line, incident)} />
    return { title, message: message.slice(line.length).trimStart(), attachments }
  }
  const [first, ...others] = attachments
  if (!first || message !== '' || first.title.words === '') {
    return { title: null, message, attachments }
  }
  const untitled = { ...first, title: { words: '', address: '' } }
  return { title: <Named {...first.title} />, message, attachments: [untitled, ...others] }
}

interface LeadProps {
  /** What goes on from the message. */
  readonly lead: readonly ShownAttachment[]
  /** The colour beside the message, or ''. */
  readonly tint: string
  readonly children: ComponentChildren
}

/** The message, in one card with what goes on from it. */
function Lead({ lead, tint, children }: LeadProps) {
  const [first, ...more] = lead
  if (!first) {
    return tint === '' ? (
      children
    ) : (
      <Bar color={tint} look="att--slim">
        {children}
      </Bar>
    )
  }
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
