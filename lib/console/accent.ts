/** Red, green and blue, each 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number]

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
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
  ground: [0xf1, 0xf3, 0xf5],
  subtle: [0x5f, 0x69, 0x74],
  towards: BLACK,
  tint: 0.13,
}
const DARK: Theme = {
  surface: [0x14, 0x18, 0x1c],
  ground: [0x1b, 0x20, 0x25],
  subtle: [0x91, 0x9b, 0xa6],
  towards: WHITE,
  tint: 0.22,
}

/** The design tokens that an accent changes, each with its light and its dark colour. */
export function accentTokens(accent: string): ReadonlyMap<string, readonly [string, string]> {
  const colour = readColour(accent)
  const light = tokensIn(LIGHT, colour)
  const dark = tokensIn(DARK, colour)
  return new Map(
    Object.entries(light).map(([name, each]): [string, readonly [string, string]] => [
      name,
      [hex(each), hex(dark[name] ?? each)],
    ]),
  )
}

/** The contrast of two colours in the sense of WCAG 2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(readColour(one), readColour(other))
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
  const part = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share)
  return [part(0), part(1), part(2)]
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Reads `#rgb` or `#rrggbb`. */
function readColour(text: string): Colour {
  const digits = text.slice(1)
  const size = digits.length === 3 ? 1 : 2
  const part = (at: number): number => {
    const found = digits.slice(at * size, (at + 1) * size)
    return Number.parseInt(size === 1 ? found + found : found, 16)
  }
  return [part(0), part(1), part(2)]
}

function hex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
