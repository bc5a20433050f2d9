export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' })
const DATE_OF_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

/** `09:44`, `9:44 AM`. */
export function timeOfDay(time: number): string {
  return TIME.format(time)
}

/** `2 March`; `2 March 2025` in another year. */
export function dateText(time: number, now = Date.now()): string {
  return (isInYearOf(time, now) ? DATE : DATE_OF_YEAR).format(time)
}

/** `3 March, 18:12`; `3 March 2025, 18:12` in another year. */
export function dateAndTime(at: number, now = Date.now()): string {
  return `${dateText(at, now)}, ${timeOfDay(at)}`
}

/** When something began, as in `since 09:44`. */
export function sinceText(at: number, now = Date.now()): string {
  return isOnDayOf(at, now) ? timeOfDay(at) : dateAndTime(at, now)
}

/** `4 min ago`, `today at 09:45`, `2 March at 09:45`, for sentences. */
export function longTime(time: number, now = Date.now()): string {
  return lastHour(time, now) ?? atTime(time, now)
}

/** `4 min ago`; null for times that are longer ago. */
export function lastHour(time: number, now: number): string | null {
  const age = now - time
  if (age < MINUTE) return 'just now'
  return age < HOUR ? `${Math.floor(age / MINUTE)} min ago` : null
}

/** `today at 09:45`, `tomorrow at 09:45`, `2 March at 09:45`, for sentences. */
export function atTime(time: number, now = Date.now()): string {
  return `${dayOf(time, now)} at ${timeOfDay(time)}`
}

/** `today`, `yesterday`, `tomorrow`, then the date. */
export function dayOf(time: number, now: number): string {
  if (isOnDayOf(time, now)) return 'today'
  if (isOnDayOf(time, now, 1)) return 'tomorrow'
  if (isOnDayOf(time, now, -1)) return 'yesterday'
  return dateText(time, now)
}

/** `Monday, 2 March 2026 at 09:44:02`. */
export function fullTime(time: number): string {
  return FULL.format(time)
}

/** Whether a time is on the day of another one, or so many days later, where the reader is. */
export function isOnDayOf(time: number, other = Date.now(), daysLater = 0): boolean {
  const day = new Date(other)
  // Not 24 hours: twice a year a day has one more or one less.
  day.setDate(day.getDate() + daysLater)
  return new Date(time).toDateString() === day.toDateString()
}

export function isInYearOf(time: number, other: number): boolean {
  return new Date(time).getFullYear() === new Date(other).getFullYear()
}

/** `less than a minute`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute'
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`
  const [large, unit, small, smallUnit] =
    milliseconds < DAY ? ([HOUR, 'h', MINUTE, 'min'] as const) : ([DAY, 'd', HOUR, 'h'] as const)
  const rest = Math.floor((milliseconds % large) / small)
  const whole = `${Math.floor(milliseconds / large)} ${unit}`
  return rest === 0 ? whole : `${whole} ${rest} ${smallUnit}`
}
