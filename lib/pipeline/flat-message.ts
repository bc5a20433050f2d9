import { WebhookError } from '../model/errors.js'
import type { Message, MessageAction, MessageAttachment } from '../model/message.js'
import { isJsonList, isJsonObject } from '../model/json.js'
import type { JsonValue } from '../model/records.js'
import type { Warnings } from '../model/warnings.js'
import { type Flat, flatten } from '../rules/flat-forms.js'
import { PostAllowance } from '../rules/post-allowance.js'
import { readPost } from '../rules/shown-post.js'
import { MentionTexts } from '../text/at-names.js'
import { segmentsOfMarkdown, segmentsOfPlain } from '../text/segments.js'
import { joinTexts, type RenderedAttachment, type RenderedSegment } from './render.js'

/** A message with its names, before it is split. */
export interface Written {
  readonly segments: readonly RenderedSegment[]
  readonly attachments: readonly RenderedAttachment[]
}

/**
 * A message whose attachments have become a part of its text, in pieces again for the splitter.
 * Throws `no_text` if there is nothing to show.
 */
export function flatMessage(written: Written, flat: Flat, warnings: Warnings): Written {
  const { segments, attachments } = written
  const message = joinTexts(segments)
  const values = attachments.map(({ value }) => value)
  const allowance = new PostAllowance()
  const isFlat = flat === 'markdown' && values.length === 0
  const shown =
    isFlat && allowance.tables(message) === message
      ? message
      : flatten(readPost({ message, props: { attachments: values } }), flat, allowance)
  if (allowance.note() !== '') warnings.add('', 'too large to be shown with all of its formatting')
  const text = shown.trim() === '' ? anythingIn([message, ...values]) : shown
  return { segments: segmentsOf(text, written, flat), attachments: [] }
}

/** Pieces of a flat text. Mentions that are not found in it notify with its beginning. */
function segmentsOf(text: string, written: Written, flat: Flat): readonly RenderedSegment[] {
  const mentioning = [written, ...written.attachments]
    .flatMap(({ segments }) => segments)
    .filter(({ userId, channelWide }) => userId !== null || channelWide !== null)
  const byText = new Map(mentioning.map((segment) => [segment.text, segment]))
  const mentions = new MentionTexts(byText.keys())
  const found =
    flat === 'text' ? segmentsOfPlain(text, mentions) : segmentsOfMarkdown(text, mentions)
  const pieces = found.map(({ mention, ...segment }): RenderedSegment => {
    const { userId = null, channelWide = null } = byText.get(mention ?? '') ?? {}
    return { ...segment, userId, channelWide }
  })
  const notified = new Set(pieces.map(({ userId, channelWide }) => userId ?? channelWide))
  const unseen = [...byText.values()]
    .filter(({ userId, channelWide }) => !notified.has(userId ?? channelWide))
    .map((segment) => ({ ...segment, text: '', solid: false }))
  return [...unseen, ...pieces]
}

/** Texts that show nothing when they are flat, such as an empty block of code, as they were sent. */
function anythingIn(values: readonly JsonValue[]): string {
  for (const value of values) {
    const text = firstText(value)
    if (text !== '') return text
  }
  throw new WebhookError('no_text', { detail: 'the payload has nothing that this chat can show' })
}

function firstText(value: JsonValue): string {
  if (typeof value === 'string') return value.trim()
  if (isJsonList(value)) return value.map(firstText).find((text) => text !== '') ?? ''
  if (!isJsonObject(value)) return ''
  const { color: _color, ...shown } = value
  return firstText(Object.values(shown))
}

/** Warns of everything in attachments that a flat message does not show as it was meant. */
export function warnOfLosses(message: Message, flat: Flat, warnings: Warnings): void {
  // An attachment whose blocks become several ones has several times the same path.
  const colored = new Set<string>()
  for (const attachment of message.attachments) {
    if (attachment.plain['color'] !== undefined) colored.add(`${attachment.path}.color`)
    warnOfOne(attachment, flat, warnings)
    for (const action of attachment.actions) warnOfAction(action, warnings)
  }
  for (const path of colored) warnings.ignore(path)
}

function warnOfOne({ path, plain }: MessageAttachment, flat: Flat, warnings: Warnings) {
  for (const name of ['author_icon', 'footer_icon']) {
    if (plain[name] !== undefined) warnings.ignore(`${path}.${name}`)
  }
  if (flat === 'markdown') return
  for (const name of ['image_url', 'thumb_url']) {
    if (plain[name] !== undefined) warnings.add(`${path}.${name}`, 'shown as its address')
  }
}

function warnOfAction({ path, stored }: MessageAction, warnings: Warnings) {
  if (stored['type'] === 'select') {
    warnings.add(path, 'shown as text: nothing can be chosen in this chat')
  } else if (stored['integration'] !== undefined) {
    warnings.add(path, 'shown as text: buttons cannot be pressed in this chat')
  }
}
