const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** The last second of the year 9999. */
const LATEST = 253_402_300_799

/**
 * Writes a time in UTC with Slack's tokens such as `{date_num}`. Null if the time is not a number of
 * seconds or a token is unknown. Relative forms (`_pretty`, `{ago}`) are written in full, because the
 * reader's date is unknown.
 */
export function writeDate(seconds: string, format: string): string | null {
  // A float would round the last moments of a second up to the next one.
  const whole = Number.parseInt(seconds, 10)
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(seconds) || whole > LATEST) return null
  const date = new Date(whole * 1000)
  const tokens = new Map<string, string>()
  for (const [token, name = ''] of format.matchAll(/\{(\w*)\}/g)) {
    const value = valueOf(date, name)
    if (value === null) return null
    tokens.set(token, value)
  }
  return format.replace(/\{\w*\}/g, (token) => tokens.get(token) ?? token)
}

function valueOf(date: Date, token: string): string | null {
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const day = date.getUTCDate()
  const year = String(date.getUTCFullYear())
  switch (token) {
    case 'date_num':
      return date.toISOString().slice(0, 10)
    case 'date_slash':
      return `${twoDigits(day)}/${twoDigits(date.getUTCMonth() + 1)}/${year}`
    case 'date':
    case 'date_pretty':
      return `${month} ${ordinal(day)}, ${year}`
    case 'date_short':
    case 'date_short_pretty':
      return `${month.slice(0, 3)} ${day}, ${year}`
    case 'date_long':
    case 'date_long_pretty':
    case 'day_divider_pretty':
      return `${DAYS[date.getUTCDay()] ?? ''}, ${month} ${ordinal(day)}, ${year}`
    case 'date_long_full':
      return `${month} ${day}, ${year}`
    case 'time':
      return timeOf(date, twoDigits(date.getUTCMinutes()))
    case 'time_secs':
      return timeOf(date, `${twoDigits(date.getUTCMinutes())}:${twoDigits(date.getUTCSeconds())}`)
    case 'ago':
      return `${month} ${ordinal(day)}, ${year} at ${timeOf(date, twoDigits(date.getUTCMinutes()))}`
    default:
      return null
  }
}

// The zone is included, because Slack would show each reader their local time.
function timeOf(date: Date, rest: string): string {
  const hours = date.getUTCHours()
  return `${hours % 12 === 0 ? 12 : hours % 12}:${rest} ${hours < 12 ? 'AM' : 'PM'} UTC`
}

function ordinal(day: number): string {
  const teen = day >= 11 && day <= 13
  const ending = ['th', 'st', 'nd', 'rd'][teen ? 0 : day % 10] ?? 'th'
  return `${day}${ending}`
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}
