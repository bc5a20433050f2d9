/** The beginning of a message, of so many characters. */
export function excerpt(message: string, length: number): string {
  const characters = Array.from(message.slice(0, 2 * length + 2))
  if (characters.length <= length) return message
  return `${characters.slice(0, length).join('')}…`
}
