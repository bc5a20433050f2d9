import { memberAt, textAt, timeAt } from '../kit.js'

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
