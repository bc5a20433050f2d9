import { accentTokens } from './accent.js'

/** How the console looks in the design of the host. */
export interface ConsoleTheme {
  /**
   * The colour of buttons, links and whatever is selected: `#rgb` or `#rrggbb`. Where it would not be
   * readable, a darker or a lighter shade of it is used.
   */
  readonly accent?: string
  /** The radius of corners of buttons and fields in pixels, 0 to 24. Others are derived from it. */
  readonly radius?: number
  /** A CSS font family list: `'"Brand Sans", system-ui, sans-serif'`. */
  readonly font?: string
  /**
   * The path of a style sheet of the same origin, loaded last. It may set the custom properties of
   * `tokens.css` and add `@font-face` rules.
   */
  readonly css?: string
}

const MAX_RADIUS = 24
const MEMBERS = ['accent', 'radius', 'font', 'css'] as const
/** The name of a font, without quotes or between them. */
const FAMILY = /^(?:[-\w ]+|"[-\w .&+]+"|'[-\w .&+]+')$/
const OTHER_ORIGIN = /^(?:[a-z][-+.a-z\d]*:|\/\/|\\)/i

/**
 * The style sheet that makes a theme, or '' if it changes nothing. Throws a `TypeError` for an invalid
 * member.
 */
export function themeSheet(theme: unknown): string {
  if (theme === undefined) return ''
  if (!isTheme(theme)) {
    throw new TypeError(`theme: expected an object with some of ${MEMBERS.join(', ')}`)
  }
  checkMembers(theme)
  const { accent, radius, font } = theme
  const lines = [
    ...(accent === undefined ? [] : accentLines(accent)),
    ...(radius === undefined ? [] : radiusLines(radius)),
    ...(font === undefined ? [] : [`--font: ${font};`]),
  ]
  return lines.length === 0 ? '' : `.eiw {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

function isTheme(theme: unknown): theme is ConsoleTheme {
  return theme instanceof Object && !Array.isArray(theme)
}

function checkMembers(theme: ConsoleTheme): void {
  const unknown = Object.keys(theme).find((name) => !MEMBERS.some((each) => each === name))
  if (unknown !== undefined) {
    throw new TypeError(`theme.${unknown}: expected one of ${MEMBERS.join(', ')}`)
  }
  const { accent, radius, font, css }: Readonly<Record<keyof ConsoleTheme, unknown>> = {
    accent: theme.accent,
    radius: theme.radius,
    font: theme.font,
    css: theme.css,
  }
  check('accent', accent, isColour, 'a colour such as #0b6583')
  check('radius', radius, isRadius, `a number of pixels from 0 to ${MAX_RADIUS}`)
  check('font', font, isFont, `names of fonts such as "Brand Sans", system-ui, sans-serif`)
  check('css', css, isOwnPath, 'the path of a style sheet of the same origin, such as /brand.css')
}

function check(
  name: string,
  value: unknown,
  isValid: (value: unknown) => boolean,
  expected: string,
): void {
  if (value === undefined || isValid(value)) return
  throw new TypeError(`theme.${name}: expected ${expected}, got ${JSON.stringify(value)}`)
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value)
}

function isRadius(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_RADIUS
}

function isFont(value: unknown): boolean {
  return typeof value === 'string' && value.split(',').every((name) => FAMILY.test(name.trim()))
}

function isOwnPath(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !OTHER_ORIGIN.test(value)
}

function accentLines(accent: string): readonly string[] {
  return Array.from(
    accentTokens(accent),
    ([name, [light, dark]]) => `--${name}: var(--light, ${light}) var(--dark, ${dark});`,
  )
}

/** In the proportions of the console's own corners: 4, 6, 8 and 12 px. */
function radiusLines(radius: number): readonly string[] {
  return [2 / 3, 1, 4 / 3, 2].map(
    (share, at) => `--r-${at + 1}: ${Math.round(radius * share * 10) / 10}px;`,
  )
}
