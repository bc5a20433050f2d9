import { accentTokens } from './accent.js'
import { type Check, checkMembers } from './check.js'

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
const COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
/** The name of a font, without quotes or between them. */
const FAMILY = /^(?:[-\w ]+|"[-\w .&+]+"|'[-\w .&+]+')$/
const OTHER_ORIGIN = /^(?:[a-z][-+.a-z\d]*:|\/\/|\\)/i

const CHECKS: Readonly<Record<keyof ConsoleTheme, Check>> = {
  accent: [(value) => typeof value === 'string' && COLOUR.test(value), 'a colour such as #0b6583'],
  radius: [
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_RADIUS,
    `a number of pixels from 0 to ${MAX_RADIUS}`,
  ],
  font: [
    (value) =>
      typeof value === 'string' && value.split(',').every((name) => FAMILY.test(name.trim())),
    'names of fonts such as "Brand Sans", system-ui, sans-serif',
  ],
  css: [
    (value) => typeof value === 'string' && value !== '' && !OTHER_ORIGIN.test(value),
    'the path of a style sheet of the same origin, such as /brand.css',
  ],
}

/**
 * The style sheet that makes a theme, or '' if it changes nothing. Throws a `TypeError` for an invalid
 * member.
 */
export function themeSheet(theme: ConsoleTheme = {}): string {
  checkMembers('theme', theme, CHECKS)
  const { accent, radius, font } = theme
  const lines = [
    ...(accent === undefined ? [] : accentLines(accent)),
    ...(radius === undefined ? [] : radiusLines(radius)),
    ...(font === undefined ? [] : [`--font: ${font};`]),
  ]
  return lines.length === 0 ? '' : `.eiw {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
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
