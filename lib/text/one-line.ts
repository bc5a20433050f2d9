/** A text on one line: each line end, with the white space around it, becomes a space. */
export function onOneLine(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text
  const lines = text.split(/[\r\n]/)
  const last = lines.length - 1
  // Line by line, because a regular expression for white space before a line end takes quadratic time.
  return lines
    .map((line, index) => {
      if (index === 0) return line.trimEnd()
      return index === last ? line.trimStart() : line.trim()
    })
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join(' ')
}
