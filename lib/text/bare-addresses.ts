import { endOf } from './ends.js'

const ADDRESS = /(?:https?|ftp):\/\/[^\s<>()[\]\\`]+/iuy
/** What ends a sentence or a style rather than an address. */
const TRAILING = '*_~.,:;!?"\''

/** The end of the address that is written out here; `at` if there is none. */
export function addressEnd(text: string, at: number): number {
  if (/\w/.test(text.charAt(at - 1))) return at
  let end = endOf(ADDRESS, text, at)
  if (end === -1) return at
  while (TRAILING.includes(text.charAt(end - 1))) end -= 1
  return end
}
