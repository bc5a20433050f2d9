import { list, member, number, text } from '../api/members.js'

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
  readonly footer: string
  readonly footerIcon: string
  /** Milliseconds, or 0. */
  readonly at: number
  readonly actions: readonly Action[]
}

const SECOND = 1_000
const LAST_TIME = 8_640_000_000_000_000

export function readAttachment(value: unknown): Attachment {
  const at = secondsOf(member(value, 'ts')) * SECOND
  return {
    color: text(value, 'color'),
    pretext: text(value, 'pretext'),
    author: text(value, 'author_name'),
    authorLink: text(value, 'author_link'),
    authorIcon: text(value, 'author_icon'),
    title: text(value, 'title'),
    titleLink: text(value, 'title_link'),
    text: text(value, 'text'),
    fallback: text(value, 'fallback'),
    fields: list(value, 'fields').map(readField),
    image: text(value, 'image_url'),
    thumb: text(value, 'thumb_url'),
    footer: text(value, 'footer'),
    footerIcon: text(value, 'footer_icon'),
    at: at > 0 && at < LAST_TIME ? at : 0,
    actions: list(value, 'actions').map(readAction),
  }
}

function readField(value: unknown): Field {
  const content = member(value, 'value')
  return {
    title: text(value, 'title'),
    value:
      typeof content === 'number' || typeof content === 'boolean'
        ? String(content)
        : text(value, 'value'),
    short: member(value, 'short') === true,
  }
}

function readAction(value: unknown): Action {
  return {
    id: text(value, 'id'),
    isMenu: text(value, 'type') === 'select',
    name: text(value, 'name'),
    style: text(value, 'style'),
    tooltip: text(value, 'tooltip'),
    url: text(value, 'url'),
    disabled: member(value, 'disabled') === true,
    source: text(value, 'data_source'),
    chosen: text(value, 'default_option'),
    options: list(value, 'options').map((option) => ({
      text: text(option, 'text'),
      value: text(option, 'value'),
    })),
  }
}

function secondsOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,12}(\.\d+)?$/.test(value)) return Number(value)
  return number({ value }, 'value')
}
