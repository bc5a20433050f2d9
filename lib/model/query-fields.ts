import { WebhookError } from './errors.js'
import { MAX_LOGGED_TEXT } from './limits.js'

const NUMBER = /^\d{1,7}$/
const TIME = /^\d{1,15}$/
const PLACE = /^(\d{1,15}),([\w-]{1,128})$/

/** A parameter of a query. */
export interface QueryField<Value> {
  readonly kind: 'number' | 'text'
  /** What it does, in Markdown. */
  readonly description: string
  /** All that it may be, besides empty. */
  readonly words?: readonly string[]
  /** What matches all that it may be. */
  readonly pattern?: string
  /** Takes what a query has under this name, undefined if it has nothing. */
  read(given: unknown, name: string): Value
}

/** The number of a page. */
export const page = number(0, Infinity, 0, 'From 0, which is also what any other text means.')

/** How many are on a page. */
export function size(usual: number, most: number): QueryField<number> {
  const more = usual === most ? '' : `more means ${most}, `
  const other = usual === most ? `means ${most}` : usual
  return number(1, most, usual, `From 1 to ${most}; ${more}anything else ${other}.`)
}

/**
 * A text to look for. `''` if it is absent or given more than once. Throws `invalid_param` for text
 * that stores cannot search for.
 */
export function text(description: string): QueryField<string> {
  const read = (given: unknown, name: string): string => {
    if (typeof given !== 'string') return ''
    if (given.length > MAX_LOGGED_TEXT || /\p{Cc}/u.test(given)) {
      throw new WebhookError('invalid_param', { params: { name } })
    }
    return given
  }
  return { kind: 'text', description, read }
}

/** A time in milliseconds since 1970; null if it is absent. Throws `invalid_param` for any other text. */
export function time(description: string): QueryField<number | null> {
  const valueOf = (given: string): number | undefined =>
    TIME.test(given) ? Number(given) : undefined
  return { ...optional('number', description, valueOf), pattern: `^$|${TIME.source}` }
}

/** One of these words; null if it is absent. Throws `invalid_param` for any other text. */
export function word<Word extends string>(
  words: readonly Word[],
  description: string,
): QueryField<Word | null> {
  const field = optional('text', description, (given) => words.find((each) => each === given))
  return { ...field, words }
}

/** The `create_at` and the `id` of a webhook, with a comma; null if it is absent. Throws `invalid_param`. */
export function place(
  description: string,
): QueryField<{ readonly createAt: number; readonly id: string } | null> {
  const field = optional('text', description, (given) => {
    const [, createAt, id] = PLACE.exec(given) ?? []
    return id === undefined ? undefined : { createAt: Number(createAt), id }
  })
  return { ...field, pattern: `^$|${PLACE.source}` }
}

function optional<Value>(
  kind: QueryField<Value>['kind'],
  description: string,
  valueOf: (given: string) => Value | undefined,
): QueryField<Value | null> {
  const read = (given: unknown, name: string): Value | null => {
    if (given === undefined || given === '') return null
    const value = typeof given === 'string' ? valueOf(given) : undefined
    if (value === undefined) throw new WebhookError('invalid_param', { params: { name } })
    return value
  }
  return { kind, description, read }
}

function number(
  least: number,
  most: number,
  fallback: number,
  description: string,
): QueryField<number> {
  const read = (given: unknown): number => {
    const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : -1
    return value < least ? fallback : Math.min(value, most)
  }
  return { kind: 'number', description, read }
}
