import { Time } from 'express-incoming-webhooks-ui/time'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { dateAndTime } from '../state/times.js'
import { Link } from '../text/link.jsx'
import { isSafeHref } from '../text/links.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { plainWords } from '../text/emoji-words.js'
import { Picture, tooltipOfPicture } from '../text/picture.jsx'
import { isAllowedPicture } from '../text/pictures.js'
import { Actions } from './actions.jsx'
import type { Attachment, Field } from './attachment-shape.js'
import type { Card } from './cards.js'
import { Fold } from './fold.jsx'
import { Beside, Parts, WithThumb } from './parts.jsx'
import { Some } from './some.jsx'

const NAMED: Readonly<Record<string, string>> = {
  good: 'att--good',
  warning: 'att--warning',
  danger: 'att--danger',
}
const MAX_FIELDS = 60

interface AttachmentViewProps {
  readonly post: Post
  readonly card: Card
  /** Whether a permalink to the post was opened. */
  readonly isTarget: boolean
}

export function AttachmentView({ post, card, isTarget }: AttachmentViewProps): JSX.Element {
  const { first: attachment, more } = card
  const { color, pretext, title, titleLink, text, fields, image, actions } = attachment
  return (
    <>
      {pretext !== '' && (
        <div class="att__pretext md">
          <MarkdownText text={pretext} />
        </div>
      )}
      <Bar color={color}>
        <Beside isBeside={attachment.accessory}>
          <WithThumb attachment={attachment}>
            <AuthorLine attachment={attachment} />
            {title !== '' && (
              <h3 class="att__title" dir="auto">
                <Named name={title} href={titleLink} />
              </h3>
            )}
            {text !== '' && (
              <Fold class="att__text" height="post" isOpen={isTarget}>
                <MarkdownText text={text} />
              </Fold>
            )}
            {isBare(attachment) && (
              <div class="att__text" dir="auto">
                {plainWords(attachment.fallback)}
              </div>
            )}
            {fields.length > 0 && <Fields fields={fields} />}
          </WithThumb>
          {actions.length > 0 && <Actions post={post} actions={actions} />}
        </Beside>
        <Parts post={post} parts={more} isTarget={isTarget} />
        {image !== '' && (
          <div class="att__image">
            <Picture address={image} alt={plainWords(title)} place="own" />
          </div>
        )}
        <Foot attachment={attachment} />
      </Bar>
    </>
  )
}

// The colour comes from a payload, so it is checked before it is used as a style.
export function Bar({
  color,
  children,
}: {
  color: string
  children: ComponentChildren
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const isHex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)
  useLayoutEffect(() => {
    if (isHex) box.current?.style.setProperty('--bar', color)
    else box.current?.style.removeProperty('--bar')
  }, [color, isHex])
  return (
    <div class={`att ${Object.hasOwn(NAMED, color) ? (NAMED[color] ?? '') : ''}`} ref={box}>
      {children}
    </div>
  )
}

function AuthorLine({ attachment }: { readonly attachment: Attachment }): JSX.Element | null {
  const { author, authorLink, authorIcon } = attachment
  if (author === '') return null
  return (
    <div class="att__author" {...tooltipOfPicture(authorIcon)}>
      <SmallIcon address={authorIcon} />
      <Named name={author} href={authorLink} />
    </div>
  )
}

/** A name that is no Markdown, and may be a link. */
function Named({ name, href }: { readonly name: string; readonly href: string }): JSX.Element {
  const words = plainWords(name)
  return isSafeHref(href) ? <Link href={href}>{words}</Link> : <bdi>{words}</bdi>
}

function SmallIcon({ address }: { readonly address: string }): JSX.Element | null {
  if (address === '' || !isAllowedPicture(address)) return null
  return <img class="att__icon" src={address} alt="" referrerpolicy="no-referrer" />
}

function Fields({ fields }: { readonly fields: readonly Field[] }): JSX.Element {
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

function Foot({ attachment: { footer, footerIcon, at } }: { attachment: Attachment }) {
  if (footer === '' && at === 0) return null
  return (
    <div class="att__foot" {...tooltipOfPicture(footerIcon)}>
      <SmallIcon address={footerIcon} />
      {footer !== '' && <MarkdownText text={footer} />}
      {footer !== '' && at !== 0 && <span aria-hidden="true">·</span>}
      {at !== 0 && <Time at={at} text={dateAndTime(at)} />}
    </div>
  )
}

function isBare({ pretext, author, title, text, fields, image, thumb, actions }: Attachment) {
  const texts = [pretext, author, title, text, image, thumb].every((each) => each === '')
  return texts && fields.length === 0 && actions.length === 0
}
