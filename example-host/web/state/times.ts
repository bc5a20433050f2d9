import {
  dateAndTime,
  isInYearOf,
  isOnDayOf,
  MINUTE,
  timeOfDay,
} from 'express-incoming-webhooks-ui/times'

/** `Today`, `Yesterday`, `Tuesday, 3 March`. */
export function dayName(at: number, now = Date.now()): string {
  if (isOnDayOf(at, now)) return 'Today'
  if (isOnDayOf(at, now, -1)) return 'Yesterday'
  return new Date(at).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isInYearOf(at, now) ? {} : { year: 'numeric' }),
  })
}

/** `just now`, `4 min ago`, `today at 09:44`, `yesterday at 16:31`, then the date. */
export function roughTime(at: number, now = Date.now()): string {
  const passed = now - at
  if (passed < MINUTE) return 'just now'
  if (passed < 10 * MINUTE) return `${Math.floor(passed / MINUTE)} min ago`
  if (isOnDayOf(at, now)) return `today at ${timeOfDay(at)}`
  if (isOnDayOf(at, now, -1)) return `yesterday at ${timeOfDay(at)}`
  return dateAndTime(at, now)
}
