export const MINUTE = 60_000

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

/** `Monday, 2 March 2026 at 09:44:02`. */
export function fullTime(time: number): string {
  return FULL.format(time)
}

/** Whether a time is on the day of another one, or so many days later, where the reader is. */
export function isOnDayOf(time: number, other: number, daysLater = 0): boolean {
  const day = new Date(other)
  // Not 24 hours: twice a year a day has one more or one less.
  day.setDate(day.getDate() + daysLater)
  return new Date(time).toDateString() === day.toDateString()
}

export function isInYearOf(time: number, other: number): boolean {
  return new Date(time).getFullYear() === new Date(other).getFullYear()
}

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
