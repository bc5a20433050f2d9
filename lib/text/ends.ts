/** The end of a line: its line feed, or the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Behind the spaces and tabs that begin here. */
export function afterSpaces(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1
  return at
}

/** Behind the run of the character that stands here. */
export function endOfRun(text: string, from: number): number {
  const code = text.charCodeAt(from)
  let end = from
  while (text.charCodeAt(end) === code) end += 1
  return end
}

/** Where a sticky pattern that begins at `at` ends; -1 if it does not match there. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** A text with a line at its end. */
export function withLastLine(text: string, line: string): string {
  return `${text}${text.endsWith('\n') ? '' : '\n'}${line}`
}

/** A text without these characters at its end. Regular expressions for this take quadratic time. */
export function withoutTrailing(text: string, characters: string): string {
  return text.slice(0, endWithout(text, text.length, characters))
}

/** The same for an end within a text: behind the last other character before it. */
export function endWithout(text: string, from: number, characters: string): number {
  let end = from
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return end
}
