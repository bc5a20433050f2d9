import { endOf } from './ends.js'

/** Letters, digits, `_`, `/`, `@`: after one of these, `@name` is part of an address or path, not a mention. */
const JOINS_NAME = /[A-Za-z0-9_/@]/
const NAME = /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/y

/** Where the `@` at this position leads. */
interface AtName {
  /** Where reading goes on. */
  readonly end: number
  /** Whether the text between is `@name`, and not a part of an address. */
  readonly isName: boolean
}

export function atName(text: string, at: number): AtName {
  const nothing = { end: at + 1, isName: false }
  if (JOINS_NAME.test(text.charAt(at - 1))) return nothing
  const end = endOf(NAME, text, at + 1)
  if (end === -1) return nothing
  const next = text.charAt(end)
  const isAddress = next === '@' || (next === '/' && /\w/.test(text.charAt(end + 1)))
  return { end, isName: !isAddress }
}
