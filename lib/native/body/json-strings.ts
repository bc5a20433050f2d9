const BACKSLASH = 0x5c

/** The end of the string that begins at `start`: its closing quote, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

/** Replaces U+0000 and lone surrogates with U+FFFD. */
export function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}
