/** Characters as the server counts them: no emoji is two. */
export function countCodePoints(text: string): number {
  return Array.from(text).length
}
