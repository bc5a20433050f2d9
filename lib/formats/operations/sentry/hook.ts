import type { Color } from '../../drafts/draft.js'
import { listAt, textAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'

/** A request of an integration, taken apart. */
export interface Hook {
  readonly action: string
  readonly data: unknown
  /** Who did it, where it was a person. */
  readonly actor: string
  readonly event: string
  readonly deliveryId: string
  readonly at: number | null
}

const LEVELS: Readonly<Record<string, Color>> = {
  fatal: 'bad',
  error: 'bad',
  warning: 'warning',
  info: 'neutral',
  debug: 'neutral',
}

export function colorOfLevel(level: string): Color {
  return entryOf(LEVELS, level) ?? 'bad'
}

/** The page of it; the address of the API is for programs. */
export function pageOf(value: unknown): string {
  const page = textAt(value, 'web_url') || textAt(value, 'permalink')
  if (page !== '') return page
  const url = textAt(value, 'url')
  return url.includes('/api/0/') ? '' : url
}

/** The value of a tag, such as the environment. */
export function tagIn(value: unknown, name: string): string {
  for (const tag of listAt(value, 'tags')) {
    if (Array.isArray(tag) && tag[0] === name && typeof tag[1] === 'string') return tag[1]
    if (textAt(tag, 'key') === name) return textAt(tag, 'value')
  }
  return ''
}
