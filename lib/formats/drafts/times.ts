const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `2026-09-19 10:01 UTC`: readers' time zones are unknown here. */
export function minute(at: number): string {
  const time = new Date(at).toISOString()
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

/** How long something lasted; null where either end is unknown, or before the other. */
export function between(start: number | null, end: number | null): number | null {
  return start === null || end === null || end < start ? null : end - start
}

/** `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds)
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return both(Math.floor(ms / HOUR), 'h', Math.floor((ms % HOUR) / MINUTE), 'min')
  return both(Math.floor(ms / DAY), 'd', Math.floor((ms % DAY) / HOUR), 'h')
}

function both(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`
}
