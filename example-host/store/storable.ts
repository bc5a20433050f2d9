/** The text without what PostgreSQL does not store: NUL and half a character. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}
