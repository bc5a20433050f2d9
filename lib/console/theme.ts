import type { ConsoleTheme } from './options.js'

/** Red, green and blue, each 0 to 255. */
type Colour = readonly number[]

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
/** How much of each light counts as brightness in WCAG 2. */
const WEIGHTS = [0.2126, 0.7152, 0.0722]
/** As WCAG 2 requires of text, and of the parts of controls. */
const FOR_TEXT = 4.5
const FOR_PARTS = 3
const STEP = 0.02

/** The colours that an accent must be readable on, as in `tokens.css`. */
interface Theme {
  readonly surface: Colour
  /** Of all plain backgrounds, the one with the least contrast to the accent. */
  readonly ground: Colour
  /** The faintest text on tinted backgrounds. */
  readonly subtle: Colour
  /** Colours become darker or lighter until they have enough contrast. */
  readonly towards: Colour
  readonly tint: number
}

const LIGHT: Theme = {
  surface: WHITE,
  ground: readColour('#f1f3f5'),
  subtle: readColour('#5f6974'),
  towards: BLACK,
  tint: 0.13,
}
const DARK: Theme = {
  surface: readColour('#14181c'),
  ground: readColour('#1b2025'),
  subtle: readColour('#919ba6'),
  towards: WHITE,
  tint: 0.22,
}

/** The design tokens that an accent changes, each with its light and its dark colour. */
export function accentTokens(accent: string): ReadonlyMap<string, readonly [string, string]> {
  const colour = readColour(accent)
  const dark = tokensIn(DARK, colour)
  const tokens = new Map<string, readonly [string, string]>()
  for (const [name, each] of Object.entries(tokensIn(LIGHT, colour))) {
    tokens.set(name, [hex(each), hex(dark[name] ?? each)])
  }
  return tokens
}

function tokensIn(theme: Theme, colour: Colour): Readonly<Record<string, Colour>> {
  const { surface, ground, subtle, towards, tint } = theme
  const accent = shiftedUntil(colour, towards, (each) => contrast(each, ground) >= FOR_PARTS)
  const onAccent = contrast(WHITE, accent) >= FOR_TEXT ? WHITE : BLACK
  const selected = tinted(colour, surface, tint, subtle)
  const soft = tinted(colour, surface, tint * 0.75, subtle)
  const text = shiftedUntil(colour, towards, (each) =>
    [surface, ground, selected, soft].every((under) => contrast(each, under) >= FOR_TEXT),
  )
  return {
    accent,
    // Away from the text on it, so that the contrast only grows.
    'accent-hover': mix(accent, onAccent === WHITE ? BLACK : WHITE, 0.18),
    'on-accent': onAccent,
    'accent-text': text,
    'accent-soft': soft,
    'accent-border': mix(surface, colour, 0.35),
    selected,
    focus: text,
  }
}

/** The background with as much of the accent as keeps faint text readable. */
function tinted(colour: Colour, surface: Colour, share: number, subtle: Colour): Colour {
  for (let left = share; left > 0; left -= STEP) {
    const found = mix(surface, colour, left)
    if (contrast(subtle, found) >= FOR_TEXT) return found
  }
  return surface
}

function shiftedUntil(
  colour: Colour,
  towards: Colour,
  isEnough: (colour: Colour) => boolean,
): Colour {
  for (let share = 0; share < 1; share += STEP) {
    const found = mix(colour, towards, share)
    if (isEnough(found)) return found
  }
  return towards
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  return colour.reduce((sum, part, at) => {
    const share = part / 255
    const linear = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    return sum + (WEIGHTS[at] ?? 0) * linear
  }, 0)
}

/** Reads `#rgb` or `#rrggbb`. */
function readColour(text: string): Colour {
  const digits = text.length === 4 ? text.replace(/\w/g, '$&$&') : text
  return Array.from(digits.matchAll(/\w\w/g), ([part]) => parseInt(part, 16))
}

function hex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The style sheet that makes a theme, or '' if it changes nothing. */
export function themeSheet(theme: ConsoleTheme = {}): string {
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
