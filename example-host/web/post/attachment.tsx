import { Time } from 'express-incoming-webhooks-ui/time'
import type { ShownAttachment } from 'express-incoming-webhooks/render'
import type { ComponentChildren } from 'preact'
import type { Post } from '../api/shapes.js'
import { dateAndTime } from '../state/times.js'
import { plainWords } from '../text/emoji-words.js'
import { Link } from '../text/link.jsx'
import { isSafeHref } from '../text/links.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { isAllowedPicture, Picture, tooltipOfPicture } from '../text/picture.jsx'
import { Some } from '../text/some.jsx'
import { Actions } from './actions.jsx'
import { Fold } from './fold.jsx'

const NAMED_COLOR = /^(?:good|warning|danger)$/
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const MAX_FIELDS = 60

interface AttachmentViewProps {
  readonly post: Post
  readonly card: Card
  /** Whether a permalink to the post was opened. */
  readonly isTarget: boolean
}

export function AttachmentView({ post, card, isTarget }: AttachmentViewProps) {
  const { first: attachment, more } = card
  const { color, pretext, author, authorIcon, title, fallback, fields, imageUrl } = attachment
  return (
    <>
      {pretext !== '' && (
        <div class="att__pretext md">
          <MarkdownText text={pretext} />
        </div>
      )}
      <Bar color={color}>
        <Part post={post} part={attachment}>
          {author.words !== '' && (
            <div class="att__author" {...tooltipOfPicture(authorIcon)}>
              <SmallIcon address={authorIcon} />
              <Named {...author} />
            </div>
          )}
          {title.words !== '' && (
            <h3 class="att__title" dir="auto">
              <Named {...title} />
            </h3>
          )}
          <PartText part={attachment} isTarget={isTarget} />
          {fallback !== '' && (
            <div class="att__text" dir="auto">
              {plainWords(fallback)}
            </div>
          )}
          {fields.length > 0 && <Fields fields={fields} />}
        </Part>
        <Parts post={post} parts={more} isTarget={isTarget} />
        {imageUrl !== '' && (
          <div class="att__image">
            <Picture address={imageUrl} alt={plainWords(title.words)} place="own" />
          </div>
        )}
        <Foot attachment={attachment} />
      </Bar>
    </>
  )
}

interface BarProps {
  readonly color: string
  readonly children: ComponentChildren
}

// The colour comes from a payload, so it is checked before it is used as a style.
export function Bar({ color, children }: BarProps) {
  const own = HEX_COLOR.test(color) ? { '--bar': color } : {}
  return (
    <div class={NAMED_COLOR.test(color) ? `att att--${color}` : 'att'} style={own}>
      {children}
    </div>
  )
}

/** A name that is no Markdown, and may be a link. */
function Named({ words, address }: ShownAttachment['title']) {
  const name = plainWords(words)
  return isSafeHref(address) ? <Link href={address}>{name}</Link> : <bdi>{name}</bdi>
}

function SmallIcon({ address }: { readonly address: string }) {
  if (address === '' || !isAllowedPicture(address)) return null
  return <img class="att__icon" src={address} alt="" referrerpolicy="no-referrer" />
}

function Fields({ fields }: Pick<ShownAttachment, 'fields'>) {
  return (
    <Some items={fields} limit={MAX_FIELDS} what="fields">
      {(shown) => (
        <dl class="att__fields">
          {shown.map(({ title, value, short }, index) => (
            <div key={index} class={short ? '' : 'att__wide'}>
              <dt dir="auto">{plainWords(title)}</dt>
              <dd class="md">
                <MarkdownText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Some>
  )
}

function Foot({ attachment: { footer, footerIcon, time } }: { attachment: ShownAttachment }) {
  if (footer === '' && time === '') return null
  const at = Date.parse(time)
  return (
    <div class="att__foot" {...tooltipOfPicture(footerIcon)}>
      <SmallIcon address={footerIcon} />
      {footer !== '' && <MarkdownText text={footer} />}
      {footer !== '' && time !== '' && <span aria-hidden="true">·</span>}
      {time !== '' && <Time at={at} text={dateAndTime(at)} />}
    </div>
  )
}

interface PartProps {
  readonly post: Post
  readonly part: ShownAttachment
  /** What it says. */
  readonly children: ComponentChildren
}

/** A part of a card: what it says, its small picture at the right, and its buttons below or beside. */
export function Part({ post, part, children }: PartProps) {
  const { thumbUrl, thumbAlt, actions, accessory } = part
  return (
    <div class={accessory ? 'att__part att__part--beside' : 'att__part'}>
      {thumbUrl === '' ? (
        children
      ) : (
        <div class="att__body">
          <div class="att__rows">{children}</div>
          <Picture address={thumbUrl} alt={plainWords(thumbAlt)} place="thumb" />
        </div>
      )}
      {actions.length > 0 && <Actions post={post} actions={actions} />}
    </div>
  )
}

interface PartsProps {
  readonly post: Post
  readonly parts: readonly ShownAttachment[]
  readonly isTarget: boolean
}

/** What goes on in the card of a message or an attachment. */
export function Parts({ post, parts, isTarget }: PartsProps) {
  return (
    <>
      {parts.map((part, index) => (
        <Part key={index} post={post} part={part}>
          <PartText part={part} isTarget={isTarget} />
        </Part>
      ))}
    </>
  )
}

interface PartTextProps {
  readonly part: ShownAttachment
  readonly isTarget: boolean
}

function PartText({ part: { text }, isTarget }: PartTextProps) {
  if (text === '') return null
  return (
    <Fold class="att__text" height="post" isOpen={isTarget}>
      <MarkdownText text={text} />
    </Fold>
  )
}

/** An attachment, and those that go on from it. */
interface Card {
  readonly first: ShownAttachment
  readonly more: readonly ShownAttachment[]
}

/** The attachments of a post as cards; `lead` goes on from the message. */
export function cardsOf(attachments: readonly ShownAttachment[]): {
  readonly lead: readonly ShownAttachment[]
  readonly cards: readonly Card[]
} {
  const lead: ShownAttachment[] = []
  const cards: { first: ShownAttachment; more: ShownAttachment[] }[] = []
  for (const attachment of attachments) {
    const card = cards.at(-1)
    if (!attachment.continues) cards.push({ first: attachment, more: [] })
    else if (card && card.first.color === attachment.color) card.more.push(attachment)
    else if (card) cards.push({ first: attachment, more: [] })
    else lead.push(attachment)
  }
  return { lead, cards }
}
