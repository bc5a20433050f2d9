import { at, listAt, textAt, textOf, timeAt } from '../json-members.js'

/** The member at the end of a path such as `pages.0.title`, in which a number means an element of a list. */
function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (found, name) => (Array.isArray(found) ? listAt(found)[Number(name)] : at(found, name)),
      value,
    )
}

/** The first text or number at one of these paths, as text; `''` if there is none. */
export function firstText(value: unknown, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = textOf(memberAt(value, path))
    if (text !== '') return text
  }
  return ''
}

/** The first of some members that says what something is called; `''` if there is none. */
export function nameIn(value: unknown, members: readonly string[]): string {
  return members.map((name) => textAt(value, name)).find((text) => text.trim() !== '') ?? ''
}

/** Whether a member is a time since 1973 in milliseconds; in seconds it would be a smaller number. */
function isMilliseconds(member: unknown): member is number {
  return typeof member === 'number' && member > 1e11
}

/** The first time at one of these paths, a date or milliseconds since 1970; null if there is none. */
export function firstTime(value: unknown, ...paths: readonly string[]): number | null {
  for (const path of paths) {
    const member = memberAt(value, path)
    const time = isMilliseconds(member) ? member : timeAt(member)
    if (time !== null) return time
  }
  return null
}
