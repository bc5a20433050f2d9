const MINUTE = 60_000

export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}

export function fullTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })
}

export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** `Today`, `Yesterday`, `Tuesday, 3 March`. */
export function dayName(at: number, now = Date.now()): string {
  if (isSameDay(at, now)) return 'Today'
  if (isSameDay(at, yesterday(now))) return 'Yesterday'
  return new Date(at).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
  })
}

/** `now`, `4 min ago`, `today at 09:44`, `yesterday at 16:31`, then the date. */
export function roughTime(at: number, now = Date.now()): string {
  const passed = now - at
  if (passed < MINUTE) return 'now'
  if (passed < 10 * MINUTE) return `${Math.floor(passed / MINUTE)} min ago`
  if (isSameDay(at, now)) return `today at ${clockTime(at)}`
  if (isSameDay(at, yesterday(now))) return `yesterday at ${clockTime(at)}`
  return dateAndTime(at)
}

/** `3 March, 18:12`. */
export function dateAndTime(at: number): string {
  const date = new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'long' })
  return `${date}, ${clockTime(at)}`
}

function yesterday(now: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() - 1)
  return date.getTime()
}
