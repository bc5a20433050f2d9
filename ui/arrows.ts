/** Where a key leads from one of some entries: arrows, Home and End, in a circle. Null for other keys. */
export function arrowTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
