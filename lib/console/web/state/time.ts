const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const SECONDS = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' })
const FULL_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })
const NUMBER = new Intl.NumberFormat()

/** `now`, `4 min ago`, `09:44`, `yesterday`, `2 March`, `2 March 2025`. */
export function shortTime(time: number, now = Date.now()): string {
  const age = now - time
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (isSameDay(time, now)) return TIME.format(time)
  if (isSameDay(time, now - DAY)) return 'yesterday'
  return sameYear(time, now) ? DATE.format(time) : FULL_DATE.format(time)
}

/** The time within today, the date of other days. */
export function clockTime(time: number, now = Date.now()): string {
  return isSameDay(time, now) ? SECONDS.format(time) : shortTime(time, now)
}

/** `4 minutes ago`, for sentences. */
export function longTime(time: number, now = Date.now()): string {
  const age = now - time
  if (age < MINUTE) return 'just now'
  if (age >= HOUR) return atTime(time, now)
  const minutes = Math.floor(age / MINUTE)
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

/** `today, 09:45`, `tomorrow, 09:45`, `2 March, 09:45`. */
export function atTime(time: number, now = Date.now()): string {
  return `${dayOf(time, now)}, ${TIME.format(time)}`
}

function dayOf(time: number, now: number): string {
  if (isSameDay(time, now)) return 'today'
  if (isSameDay(time, now + DAY)) return 'tomorrow'
  if (isSameDay(time, now - DAY)) return 'yesterday'
  return sameYear(time, now) ? DATE.format(time) : FULL_DATE.format(time)
}

export function fullDate(time: number): string {
  return FULL_DATE.format(time)
}

export function fullTime(time: number): string {
  return FULL.format(time)
}

export function timeOfDay(time: number): string {
  return TIME.format(time)
}

/** `09:44:02.118` for an ISO time; other texts are unchanged. */
export function preciseTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  return `${SECONDS.format(time)}.${String(time % 1000).padStart(3, '0')}`
}

/** The remaining days, rounded up; 0 or less if the time has passed. */
export function daysLeft(time: number, now = Date.now()): number {
  return Math.ceil((time - now) / DAY)
}

/** `2026-03-04`, as in a date field. */
export function dateField(time: number): string {
  const date = new Date(time)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The end of that day in the reader's time zone; NaN for an invalid date. */
export function endOfDay(field: string): number {
  return new Date(`${field}T23:59:59`).getTime()
}

export function inDays(days: number): number {
  return Date.now() + days * DAY
}

export function numberText(value: number): string {
  return NUMBER.format(value)
}

/** `612 B`, `2.1 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilobytes = bytes / 1000
  return `${kilobytes < 10 ? kilobytes.toFixed(1) : Math.round(kilobytes)} KB`
}

/** `7 webhooks`, `1 webhook`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

function sameYear(a: number, b: number): boolean {
  return new Date(a).getFullYear() === new Date(b).getFullYear()
}
