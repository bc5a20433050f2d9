import { INCIDENT_STATES, type IncidentState } from '../../model/incidents.js'
import type { Template } from '../../model/template.js'
import { countCodePoints } from '../../text/code-points.js'
import { isKeptAddress } from '../drafts/clean.js'
import type { Color } from '../drafts/draft.js'
import { alike, entryOf, type Table } from '../json-members.js'
import { levelColor } from '../meanings.js'
import { type Node, parse, SyntaxFault } from './parse.js'

/** KiB of all texts of a template together. */
const MOST_SOURCE = 4

/** What is wrong with a template, in words. */
export interface TemplateFault {
  /** Such as `body` or `fields.0.value`. */
  readonly slot: string
  /** From 1. */
  readonly line: number
  /** From 1, in code points. */
  readonly column: number
  readonly reason: string
}

/** A template that cannot be used. */
export class FaultyTemplate extends TypeError {
  readonly fault: TemplateFault

  constructor(fault: TemplateFault) {
    super(`${fault.slot}: ${fault.reason}`)
    this.fault = fault
  }
}

/** A text of a template, ready for use. */
export interface Slot {
  readonly source: string
  readonly nodes: readonly Node[]
}

/** The slots of a template that have a text, by name. Throws a `FaultyTemplate`. */
export function compile(template: Template): ReadonlyMap<string, Slot> {
  const { title = '', body = '', fields = [] } = template
  if (title + body === '' && fields.length === 0) {
    throw faultAt(['title', ''], 0, 'a template needs a title, a body or fields')
  }
  const slots = new Map<string, Slot>()
  let bytes = 0
  for (const slot of slotsOf(template)) {
    const [name, source] = slot
    bytes += Buffer.byteLength(source)
    if (bytes > MOST_SOURCE * 1_024) {
      throw faultAt(slot, 0, `all texts of a template may have ${MOST_SOURCE} KiB together`)
    }
    try {
      slots.set(name, { source, nodes: checked(name, parse(source)) })
    } catch (error) {
      throw error instanceof SyntaxFault ? faultAt(slot, error.at, error.message) : error
    }
  }
  return slots
}

/** Line and column of a place, from 1. */
export function placeIn(source: string, at: number): Pick<TemplateFault, 'line' | 'column'> {
  const lines = source.slice(0, at).split('\n')
  return { line: lines.length, column: countCodePoints(lines.at(-1) ?? '') + 1 }
}

/** The colour that a text names, also as a level such as `critical`. Null: none. */
export function namedColor(text: string): Color | null {
  const digits = text.startsWith('#') ? text.slice(1) : text
  if (/^[\da-f]{6}$/i.test(digits)) return `#${digits}`
  return entryOf(COLORS, text.toLowerCase()) ?? levelColor(text) ?? null
}

/** Null: the text is not a state. */
export function stateIn(text: string): IncidentState | null {
  return INCIDENT_STATES.find((state) => state === text.toLowerCase()) ?? null
}

const COLORS: Table<Color> = {
  good: 'good',
  warning: 'warning',
  ...alike('bad danger', 'bad'),
  neutral: 'neutral',
}

type Source = readonly [name: string, source: string]

/** In order, without those that are left out. The value of a field must not be. */
function slotsOf({ fields = [], incident, state, ...texts }: Template): readonly Source[] {
  const { title, link, color, body } = texts
  const before = Object.entries({ title, link, color, body })
  const rows = fields.flatMap((field, index): Source[] => [
    [`fields.${index}.title`, field.title],
    [`fields.${index}.value`, field.value],
  ])
  return [...before, ...rows, ...Object.entries({ incident, state })].flatMap(
    ([name, source = '']): Source[] =>
      source !== '' || name.endsWith('.value') ? [[name, source]] : [],
  )
}

/** Throws a `SyntaxFault` if a slot cannot become what it is for. */
function checked(name: string, nodes: readonly Node[]): readonly Node[] {
  const [first, ...others] = nodes
  if (!first) throw new SyntaxFault(0, 'a field needs a value')
  if (first.kind !== 'literal') return nodes
  const text = first.text.trim()
  const isWhole = others.length === 0
  if (name === 'color' && isWhole && !namedColor(text)) {
    throw new SyntaxFault(
      0,
      'expected good, warning, bad, neutral, or # and six hexadecimal digits',
    )
  }
  if (name === 'state' && isWhole && !stateIn(text)) {
    throw new SyntaxFault(0, `expected ${INCIDENT_STATES.join(', ')}`)
  }
  if (name === 'link' && !(isWhole ? isKeptAddress(text) : beginsAddress(text.toLowerCase()))) {
    throw new SyntaxFault(0, 'expected an http or https URL')
  }
  return nodes
}

function beginsAddress(text: string): boolean {
  return ['http://', 'https://'].some((begin) => text.startsWith(begin) || begin.startsWith(text))
}

function faultAt([slot, source]: Source, at: number, reason: string): FaultyTemplate {
  return new FaultyTemplate({ slot, ...placeIn(source, at), reason })
}
