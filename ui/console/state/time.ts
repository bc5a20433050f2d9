import { atTime, DAY, dayOf, isOnDayOf, lastHour, timeOfDay } from 'express-incoming-webhooks-ui'

const SECONDS = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const FULL_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** `just now`, `4 min ago`, `09:44`, `yesterday`, `2 March`, `2 March 2025`. */
export function shortTime(time: number, now = Date.now()): string {
  return lastHour(time, now) ?? (isOnDayOf(time, now) ? timeOfDay(time) : dayOf(time, now))
}

/** The time within today, the date of other days. */
export function clockTime(time: number): string {
  return isOnDayOf(time) ? SECONDS.format(time) : shortTime(time)
}

/** `at 09:45`, `yesterday at 09:45`, after a noun. */
export function momentText(time: number, now = Date.now()): string {
  return isOnDayOf(time, now) ? `at ${timeOfDay(time)}` : atTime(time, now)
}

export function fullDate(time: number): string {
  return FULL_DATE.format(time)
}

/** `09:44:02` of today, `2 March, 09:44:02` for an ISO time; other texts are unchanged. */
export function secondsText(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  const seconds = SECONDS.format(time)
  return isOnDayOf(time) ? seconds : `${dayOf(time, Date.now())}, ${seconds}`
}

/** The remaining days, rounded up; 0 or less if the time has passed. */
export function daysLeft(time: number): number {
  return Math.ceil((time - Date.now()) / DAY)
}

/** `2026-03-04`, as in a date field. */
export function dateField(time: number): string {
  // Sweden writes dates as such fields have them.
  return new Date(time).toLocaleDateString('sv')
}

/** The end of that day in the reader's time zone; NaN for an invalid date. */
export function endOfDay(field: string): number {
  return new Date(`${field}T23:59:59`).getTime()
}

export function inDays(days: number): number {
  return Date.now() + days * DAY
}

/** `3 ms`, `< 1 ms`, `1.2 s`. */
export function millisecondsText(ms: number): string {
  if (ms < 1) return '< 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** `612 B`, `2.1 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilobytes = bytes / 1000
  return `${kilobytes < 10 ? kilobytes.toFixed(1) : Math.round(kilobytes)} KB`
}
