import { dealt } from './dealt.js'
import { BLOCKS, PAYLOAD } from './sample.js'

/** A payload that grows with `n`: its cost must grow no faster than its size. */
export interface Shape {
  readonly name: string
  readonly make: (n: number) => unknown
}

type Path = readonly (string | number)[]

interface Root {
  readonly name: string
  readonly payload: object
}

/** Text of units in every string of every member of every block and attachment. `unitsAt`: for the number of a string. */
export function textShapes(unitsAt: (place: number) => readonly string[]): readonly Shape[] {
  return roots(false).flatMap(({ name, payload }) =>
    leavesOf(payload).flatMap((path, place) =>
      unitsAt(place).map((unit) => ({
        name: `${name} ${path.join('.')}: ${JSON.stringify(unit)}`,
        make: (n: number): unknown => replaced(payload, path, repeated(unit, n)),
      })),
    ),
  )
}

const plain = (text: string): object => ({ type: 'plain_text', text })
const section = (text: object): object => ({ text: 'x', blocks: [{ type: 'section', text }] })
const rich = (type: string, text: string): object => ({
  blocks: [{ type: 'rich_text', elements: [{ type, elements: [{ type: 'text', text }] }] }],
})

/** The places that take long texts in all dialects. */
export const MAIN_PLACES: Readonly<Record<string, (text: string) => object>> = {
  text: (text) => ({ text }),
  'attachment text': (text) => ({ attachments: [{ text }] }),
  'field value': (text) => ({ attachments: [{ fields: [{ title: 'x', value: text }] }] }),
  mrkdwn: (text) => section({ type: 'mrkdwn', text }),
  'plain text': (text) => section(plain(text)),
  'rich text': (text) => rich('rich_text_section', text),
  quote: (text) => rich('rich_text_quote', text),
  header: (text) => ({ blocks: [{ type: 'header', text: plain(text) }] }),
  'table cell': (text) => ({ blocks: [{ type: 'table', rows: [[{ type: 'raw_text', text }]] }] }),
}

/** Text of each unit in each wrapping, in the places that take long texts. */
export function wrappedShapes(
  units: readonly string[],
  wraps: Readonly<Record<string, (repeated: string) => string>>,
): readonly Shape[] {
  return Object.entries(MAIN_PLACES).flatMap(([place, put]) =>
    Object.entries(wraps).flatMap(([wrapping, wrap]) =>
      units.map((unit) => ({
        name: `${place} ${wrapping}: ${JSON.stringify(unit)}`,
        make: (n: number) => put(wrap(repeated(unit, n))),
      })),
    ),
  )
}

function repeated(unit: string, n: number): string {
  return unit.repeat(Math.ceil(n / unit.length))
}

/**
 * Payloads with `n` elements in one of their lists, or `n` members in one of their objects. Unless `areAll`, the
 * elements of each list are of one kind, of another one in the next list.
 */
export function manyShapes(areAll: boolean): readonly Shape[] {
  return roots(true).flatMap(({ name, payload }) =>
    nestsOf(payload).flatMap(({ path, value }, place): Shape[] => {
      const where = `${name} ${path.join('.') || 'payload'}`
      if (!Array.isArray(value)) {
        return [
          {
            name: `${where}: n unknown members`,
            make: (n) => replaced(payload, path, { ...value, ...members(Math.ceil(n / 12)) }),
          },
        ]
      }
      const own: readonly unknown[] = value
      const elements = [...own, null, {}, [], 'x']
      return dealt(elements, areAll ? 1 : elements.length, place).map((element) => ({
        name: `${where}: n times ${JSON.stringify(element).slice(0, 40)}`,
        make: (n) => {
          const count = Math.ceil(n / (JSON.stringify(element).length + 1))
          return replaced(payload, path, new Array<unknown>(count).fill(element))
        },
      }))
    }),
  )
}

function members(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]))
}

function roots(inAttachments: boolean): readonly Root[] {
  return [
    { name: 'payload', payload: PAYLOAD },
    ...BLOCKS.flatMap((block, index): Root[] => {
      const kind = `${'type' in block ? String(block.type) : ''} ${index}`
      const own = { name: kind, payload: { text: 'x', blocks: [block] } }
      if (!inAttachments) return [own]
      return [
        own,
        {
          name: `${kind} in an attachment`,
          payload: { attachments: [{ text: 'x', blocks: [block] }] },
        },
      ]
    }),
  ]
}

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path]
  return entriesOf(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

function nestsOf(value: unknown, path: Path = []): readonly { path: Path; value: object }[] {
  if (typeof value !== 'object' || value === null) return []
  return [
    { path, value },
    ...entriesOf(value).flatMap(([name, member]) => nestsOf(member, [...path, name])),
  ]
}

function entriesOf(value: unknown): readonly [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((element: unknown, index) => [index, element])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) =>
      index === name ? replaced(element, rest, by) : element,
    )
  }
  if (typeof value !== 'object' || value === null) return value
  const member: unknown = Reflect.get(value, name)
  return { ...value, [name]: replaced(member, rest, by) }
}
