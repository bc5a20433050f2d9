/** A text on one line: each line end becomes a space, with the white space around it. */
export function onOneLine(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text
  const lines = text.split(/[\r\n]/)
  const last = lines.length - 1
  // Line by line: an expression that takes the white space before a line end looks at it once for
  // each of its characters.
  return lines
    .map((line, index) => {
      if (index === 0) return line.trimEnd()
      return index === last ? line.trimStart() : line.trim()
    })
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join(' ')
}
