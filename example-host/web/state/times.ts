import { isInYearOf, isOnDayOf } from 'express-incoming-webhooks-ui/times'

/** `Today`, `Yesterday`, `Tuesday, 3 March`. */
export function dayName(at: number, now = Date.now()): string {
  if (isOnDayOf(at, now)) return 'Today'
  if (isOnDayOf(at, now, -1)) return 'Yesterday'
  return new Date(at).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isInYearOf(at, now) ? undefined : 'numeric',
  })
}
