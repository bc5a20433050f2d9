const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
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

function valueOf(date: Date, token: string) {
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const day = date.getUTCDate()
  const year = date.getUTCFullYear()
  const full = `${month} ${ordinal(day)}, ${year}`
  const [yearMonthDay = '', time = ''] = date.toISOString().split(/[T.]/)
  switch (token) {
    case 'date_num':
      return yearMonthDay
    case 'date_slash':
      return yearMonthDay.split('-').toReversed().join('/')
    case 'date':
    case 'date_pretty':
      return full
    case 'date_short':
    case 'date_short_pretty':
      return `${month.slice(0, 3)} ${day}, ${year}`
    case 'date_long':
    case 'date_long_pretty':
    case 'day_divider_pretty':
      return `${DAYS[date.getUTCDay()] ?? ''}, ${full}`
    case 'date_long_full':
      return `${month} ${day}, ${year}`
    case 'time':
      return timeOf(date, time.slice(3, 5))
    case 'time_secs':
      return timeOf(date, time.slice(3))
    case 'ago':
      return `${full} at ${timeOf(date, time.slice(3, 5))}`
    default:
      return null
  }
}

// The zone is included, because Slack would show each reader their local time.
function timeOf(date: Date, rest: string) {
  const hours = date.getUTCHours()
  return `${hours % 12 === 0 ? 12 : hours % 12}:${rest} ${hours < 12 ? 'AM' : 'PM'} UTC`
}

function ordinal(day: number) {
  const teen = day >= 11 && day <= 13
  const ending = ['th', 'st', 'nd', 'rd'][teen ? 0 : day % 10] ?? 'th'
  return `${day}${ending}`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `15 minutes`, `1 hour 30 minutes`, `1 day`: in the largest unit and the next one. */
export function durationInWords(seconds: number): string {
  const largest = UNITS.findIndex(([, size]) => size <= seconds)
  let left = seconds
  const counts = UNITS.slice(largest, largest + 2).map(([unit, size]) => {
    const count = Math.floor(left / size)
    left %= size
    return [count, count === 1 ? unit : `${unit}s`] as const
  })
  return counts.flatMap(([count, unit]) => (count === 0 ? [] : `${count} ${unit}`)).join(' ')
}
