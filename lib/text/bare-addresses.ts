const ADDRESS = /(?:https?|ftp):\/\/[^\s<>()[\]\\`]+/iuy
/** What ends a sentence or a style rather than an address. */
const TRAILING = '*_~.,:;!?"\''

/** The end of the address that is written out here; `at` if there is none. */
export function addressEnd(text: string, at: number): number {
  if (/\w/.test(text.charAt(at - 1))) return at
  ADDRESS.lastIndex = at
  if (!ADDRESS.test(text)) return at
  let end = ADDRESS.lastIndex
  while (TRAILING.includes(text.charAt(end - 1))) end -= 1
  return end
}
