import { beginning, countCodePoints } from '../text/code-points.js'

/** The first so many characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most || countCodePoints(text) <= most) return text
  return `${beginning(text, most - 1).trimEnd()}…`
}

const LONGEST_NAME = 140

/** A name as titles show it: on one line, and short, so that the end of the title is shown too. */
export function shortName(name: string): string {
  return cut(name.slice(0, 1_000).replace(/\s+/g, ' ').trim(), LONGEST_NAME)
}

/** `in_progress` as `In progress`. */
export function worded(name: string): string {
  return capital(name.replaceAll(/[_-]/g, ' ').trim())
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The parts that say something, with a separator between them. */
export function phrase(parts: readonly string[], separator = ' '): string {
  return parts.filter((part) => part !== '').join(separator)
}

/** The first that is not empty; `''` if there is none. */
export function firstOf(texts: readonly string[]): string {
  return texts.find((text) => text !== '') ?? ''
}

/** The first five, between commas. */
export function enumerated(texts: readonly string[]): string {
  return phrase(texts.slice(0, 5), ', ')
}

export function firstLine(text: string): string {
  return text.split('\n', 1).join('')
}

const LONGEST_EVENT = 64

/** A name of an event out of words of a payload, such as `incident.triggered`. */
export function eventName(...parts: readonly string[]): string {
  return parts
    .map((part) => part.slice(0, LONGEST_EVENT).trim().toLowerCase())
    .map((part) => part.replace(/[^a-z0-9._-]+/g, '_'))
    .filter((part) => part !== '')
    .join('.')
}

/** A text whose percent codes are written out; `otherwise`, by default as it is, if they are none. */
export function decoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return otherwise
  }
}

/** Words with white space between them. */
export function wordsIn(words: string): readonly string[] {
  return words.trim().split(/\s+/)
}

export function namesIn(words: string): ReadonlySet<string> {
  return new Set(wordsIn(words))
}
