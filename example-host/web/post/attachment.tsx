import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Time } from 'express-incoming-webhooks-ui/time'
import { dateAndTime } from 'express-incoming-webhooks-ui/times'
import type { ShownAttachment } from 'express-incoming-webhooks/render'
import type { ComponentChildren } from 'preact'
import { plainWords } from '../text/words.jsx'
import { Link } from '../text/tree.jsx'
import { isSafeHref } from '../text/links.js'
import { Fold, MarkdownText, Some } from '../text/markdown-text.jsx'
import { isAllowedPicture, Picture, tooltipOfPicture } from '../text/picture.jsx'
import { Actions } from './actions.jsx'

const NAMED_COLOR = /^(?:good|warning|danger)$/
/** `#c00`, `#cc0000` or a word. */
const COLOR = /^(?:#(?:[0-9a-f]{3}){1,2}|[a-z]{3,32})$/i
const MAX_FIELDS = 60

export function AttachmentView({ card: { first, more } }: { readonly card: Card }) {
  const { color, pretext, author, authorIcon, title, fallback, fields } = first
  return (
    <>
      {pretext !== '' && (
        <div class="att__pretext md">
          <MarkdownText text={pretext} />
        </div>
      )}
      <Bar color={color}>
        {first.folds === '' && (
          <Part part={first}>
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
            <PartText part={first} />
            {fallback !== '' && (
              <div class="att__text" dir="auto">
                {plainWords(fallback)}
              </div>
            )}
            {fields.length > 0 && <Fields fields={fields} />}
          </Part>
        )}
        <Parts parts={first.folds === '' ? more : [first, ...more]} />
      </Bar>
    </>
  )
}

interface BarProps {
  readonly color: string
  /** A further class. */
  readonly look?: string
  readonly children: ComponentChildren
}

// The colour comes from a payload, so it is checked before it is used as a style.
export function Bar({ color, look = '', children }: BarProps) {
  const named = NAMED_COLOR.test(color) ? `att--${color}` : ''
  const isStyle = named === '' && COLOR.test(color) && CSS.supports('color', color)
  const own = isStyle ? { '--bar': color } : {}
  return (
    <div class={`att ${named} ${look}`} style={own}>
      {children}
    </div>
  )
}

/** A name that is no Markdown, and may be a link. */
export function Named({ words, address }: ShownAttachment['title']) {
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
              {title !== '' && <dt dir="auto">{plainWords(title)}</dt>}
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

function Foot({ footer, footerIcon, time }: ShownAttachment) {
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
  readonly part: ShownAttachment
  /** What it says. */
  readonly children: ComponentChildren
}

/**
 * A part of a card: what it says, its small picture at the right, and below it its large one, its
 * buttons, if they are not beside it, and its footer.
 */
export function Part({ part, children }: PartProps) {
  const { title, imageUrl, thumbUrl, thumbAlt, actions, accessory } = part
  const buttons = actions.length > 0 && <Actions actions={actions} />
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
      {accessory && buttons}
      {imageUrl !== '' && (
        <div class="att__image">
          <Picture address={imageUrl} alt={plainWords(title.words)} place="own" />
        </div>
      )}
      {!accessory && buttons}
      <Foot {...part} />
    </div>
  )
}

/** What goes on in the card of a message or an attachment. */
export function Parts({ parts }: { readonly parts: readonly ShownAttachment[] }) {
  return foldsOf(parts).map(({ title, held }, index) =>
    title ? (
      <details key={index} class="att__part att__fold" open={title.folds === 'open'}>
        <summary>
          <Icon name="down" size="small" />
          <PartText part={title} />
        </summary>
        <Held parts={held} />
      </details>
    ) : (
      <Held key={index} parts={held} />
    ),
  )
}

function Held({ parts }: { readonly parts: readonly ShownAttachment[] }) {
  return parts.map((part, index) => (
    <Part key={index} part={part}>
      <PartText part={part} />
      {part.fields.length > 0 && <Fields fields={part.fields} />}
    </Part>
  ))
}

/** Parts one after another, or below a title that folds them. */
function foldsOf(parts: readonly ShownAttachment[]) {
  const folds: { title: ShownAttachment | null; held: ShownAttachment[] }[] = []
  for (const part of parts) {
    const last = folds.at(-1)
    const isTitle = part.folds === 'open' || part.folds === 'closed'
    if (isTitle) folds.push({ title: part, held: [] })
    else if (last && (last.title === null || part.folds === 'within')) last.held.push(part)
    else folds.push({ title: null, held: [part] })
  }
  return folds
}

function PartText({ part: { text } }: { readonly part: ShownAttachment }) {
  if (text === '') return null
  return (
    <Fold class="att__text" height="post">
      <MarkdownText text={text} />
    </Fold>
  )
}

/** Whether it is there only to give a message its colour. */
export function isOnlyColor({ color, author, title, ...shown }: ShownAttachment): boolean {
  const { pretext, text, imageUrl, thumbUrl, footer, time, fallback, fields, actions } = shown
  const texts = [
    author.words,
    title.words,
    pretext,
    text,
    imageUrl,
    thumbUrl,
    footer,
    time,
    fallback,
  ]
  return color !== '' && [...texts, fields, actions].every(({ length }) => length === 0)
}

/** An attachment, and those that go on from it. */
type Card = ReturnType<typeof cardsOf>['cards'][number]

/** The attachments of a post as cards; `lead` goes on from the message. */
export function cardsOf(attachments: readonly ShownAttachment[]) {
  const lead: ShownAttachment[] = []
  const cards: { first: ShownAttachment; more: ShownAttachment[] }[] = []
  for (const attachment of attachments) {
    const card = cards.at(-1)
    const isNew = !attachment.continues || (card && card.first.color !== attachment.color)
    if (isNew) cards.push({ first: attachment, more: [] })
    else (card?.more ?? lead).push(attachment)
  }
  return { lead, cards }
}
