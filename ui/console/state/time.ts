import { countText } from 'express-incoming-webhooks-ui/numbers'
import { dateText, isOnDayOf, MINUTE, timeOfDay } from 'express-incoming-webhooks-ui/times'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const CLOCK = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const SECONDS = new Intl.DateTimeFormat(undefined, CLOCK)
const MILLISECONDS = new Intl.DateTimeFormat(undefined, { ...CLOCK, fractionalSecondDigits: 3 })
const FULL_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** `now`, `4 min ago`, `09:44`, `yesterday`, `2 March`, `2 March 2025`. */
export function shortTime(time: number, now = Date.now()): string {
  const age = now - time
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  return isOnDayOf(time, now) ? timeOfDay(time) : dayOf(time, now)
}

/** The time within today, the date of other days. */
export function clockTime(time: number, now = Date.now()): string {
  return isOnDayOf(time, now) ? SECONDS.format(time) : shortTime(time, now)
}

/** `4 minutes ago`, for sentences. */
export function longTime(time: number, now = Date.now()): string {
  const age = now - time
  if (age < MINUTE) return 'just now'
  if (age >= HOUR) return atTime(time, now)
  const minutes = Math.floor(age / MINUTE)
  return `${countText(minutes, 'minute')} ago`
}

/** `today at 09:45`, `tomorrow at 09:45`, `2 March at 09:45`, for sentences. */
export function atTime(time: number, now = Date.now()): string {
  return `${dayOf(time, now)} at ${timeOfDay(time)}`
}

function dayOf(time: number, now: number): string {
  if (isOnDayOf(time, now)) return 'today'
  if (isOnDayOf(time, now, 1)) return 'tomorrow'
  if (isOnDayOf(time, now, -1)) return 'yesterday'
  return dateText(time, now)
}

export function fullDate(time: number): string {
  return FULL_DATE.format(time)
}

/** `09:44:02.118` for an ISO time, as the reader writes times; other texts are unchanged. */
export function preciseTime(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : MILLISECONDS.format(time)
}

/** The remaining days, rounded up; 0 or less if the time has passed. */
export function daysLeft(time: number, now = Date.now()): number {
  return Math.ceil((time - now) / DAY)
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
