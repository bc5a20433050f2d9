import { isTrue, listOf, memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { plainWords } from '../text/emoji-words.js'

export interface Field {
  readonly title: string
  readonly value: string
  readonly short: boolean
}

export interface Action {
  readonly id: string
  readonly isMenu: boolean
  readonly name: string
  readonly style: string
  readonly tooltip: string
  readonly url: string
  readonly disabled: boolean
  readonly source: string
  readonly chosen: string
  readonly options: readonly { readonly text: string; readonly value: string }[]
  /** What to ask before it is pressed, or null. */
  readonly question: Question | null
}

/** A question before a press; each text may be `''`. */
export interface Question {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly deny: string
  readonly isDangerous: boolean
}

export interface Attachment {
  readonly color: string
  readonly pretext: string
  readonly author: string
  readonly authorLink: string
  readonly authorIcon: string
  readonly title: string
  readonly titleLink: string
  readonly text: string
  readonly fallback: string
  readonly fields: readonly Field[]
  readonly image: string
  readonly thumb: string
  /** What the small picture shows; may be `''`. */
  readonly thumbAlt: string
  readonly footer: string
  readonly footerIcon: string
  /** Milliseconds, or 0. */
  readonly at: number
  readonly actions: readonly Action[]
  /** Whether it goes on from what stands above it. */
  readonly continues: boolean
  /** Whether the buttons stand beside the text. */
  readonly accessory: boolean
}

const SECOND = 1_000
const LAST_TIME = 8_640_000_000_000_000

export function readAttachment(value: unknown): Attachment {
  const at = secondsOf(memberOf(value, 'ts')) * SECOND
  return {
    color: textOf(value, 'color'),
    pretext: textOf(value, 'pretext'),
    author: textOf(value, 'author_name'),
    authorLink: textOf(value, 'author_link'),
    authorIcon: textOf(value, 'author_icon'),
    title: textOf(value, 'title'),
    titleLink: textOf(value, 'title_link'),
    text: textOf(value, 'text'),
    fallback: textOf(value, 'fallback'),
    fields: listOf(memberOf(value, 'fields')).map(readField),
    image: textOf(value, 'image_url'),
    thumb: textOf(value, 'thumb_url'),
    thumbAlt: plainWords(textOf(value, 'thumb_alt')),
    footer: textOf(value, 'footer'),
    footerIcon: textOf(value, 'footer_icon'),
    at: at > 0 && at < LAST_TIME ? at : 0,
    actions: listOf(memberOf(value, 'actions')).map(readAction),
    continues: isTrue(value, 'continues'),
    accessory: isTrue(value, 'accessory'),
  }
}

function readField(value: unknown): Field {
  const content = memberOf(value, 'value')
  return {
    title: textOf(value, 'title'),
    value:
      typeof content === 'number' || typeof content === 'boolean'
        ? String(content)
        : textOf(value, 'value'),
    short: isTrue(value, 'short'),
  }
}

function readAction(value: unknown): Action {
  return {
    id: textOf(value, 'id'),
    isMenu: textOf(value, 'type') === 'select',
    name: plainWords(textOf(value, 'name')),
    style: textOf(value, 'style'),
    tooltip: plainWords(textOf(value, 'tooltip')),
    url: textOf(value, 'url'),
    disabled: isTrue(value, 'disabled'),
    source: textOf(value, 'data_source'),
    chosen: textOf(value, 'default_option'),
    options: listOf(memberOf(value, 'options')).map((option) => ({
      text: plainWords(textOf(option, 'text')),
      value: textOf(option, 'value'),
    })),
    question: readQuestion(memberOf(value, 'confirm')),
  }
}

function readQuestion(value: unknown): Question | null {
  if (typeof value !== 'object' || value === null) return null
  const words = (name: string): string => plainWords(textOf(value, name))
  return {
    title: words('title'),
    text: words('text'),
    confirm: words('confirm'),
    deny: words('deny'),
    isDangerous: textOf(value, 'style') === 'danger',
  }
}

function secondsOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,12}(\.\d+)?$/.test(value)) return Number(value)
  return numberOf({ value }, 'value')
}
