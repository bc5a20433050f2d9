import type { Members, Reading } from '../payload/reading.js'

const HEX_COLOR = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const NAMED_COLOR = /^[a-z]{1,32}$/i
const RGB_COLOR = /^rgba?\([\d\s,./%]{5,40}\)$/i

/** What Mattermost's blocks call colours, as attachments do. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['default', ''],
  ['success', 'good'],
  ['error', 'danger'],
  ['primary', '#1c58d9'],
  ['info', '#1c58d9'],
  ['accent', '#1c58d9'],
])

/** The colour of an attachment's bar; `''` for none. */
export function colorOf(color: string, path: string, reading: Reading): string {
  if (HEX_COLOR.test(color)) return color.startsWith('#') ? color : `#${color}`
  if (color === '' || NAMED_COLOR.test(color)) return color
  reading.add(`${path}.color`, 'not a colour')
  return ''
}

/** A block's member that is a word for a colour, or a colour of CSS. */
export function colorMember(block: Members, name: string): string {
  const value = block.get(name) ?? ''
  const color = typeof value === 'string' ? value.trim() : '?'
  const known = MEANINGS.get(color.toLowerCase()) ?? (hexOfRgb(color) || color)
  if (known === '' || HEX_COLOR.test(known) || NAMED_COLOR.test(known)) return known
  block.warn(name, 'not a colour that can be shown')
  return ''
}

function hexOfRgb(color: string) {
  const [red, green, blue] = RGB_COLOR.test(color) ? (color.match(/\d+/g) ?? []).map(Number) : []
  if (red === undefined || green === undefined || blue === undefined) return ''
  const parts = [red, green, blue].map((part) => Math.min(part, 255).toString(16).padStart(2, '0'))
  return `#${parts.join('')}`
}
