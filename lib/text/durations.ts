const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `15 minutes`, `1 hour 30 minutes`, `1 day`: in the largest unit and the next one. */
export function durationInWords(seconds: number): string {
  const largest = UNITS.findIndex(([, size]) => size <= seconds)
  let left = seconds
  const counts = UNITS.slice(largest, largest + 2).map(([unit, size]) => {
    const count = Math.floor(left / size)
    left %= size
    return [count, count === 1 ? unit : `${unit}s`] as const
  })
  return counts.flatMap(([count, unit]) => (count === 0 ? [] : `${count} ${unit}`)).join(' ')
}
