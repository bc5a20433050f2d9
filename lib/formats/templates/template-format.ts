import { INCIDENT_STATES, type IncidentState } from '../../model/incidents.js'
import { Recent } from '../../model/recent.js'
import type { HookWarning } from '../../model/records.js'
import type { Template } from '../../model/template.js'
import { countCodePoints } from '../../text/code-points.js'
import { isKeptAddress } from '../drafts/clean.js'
import type { CardField, Color, Draft, Whole } from '../drafts/draft.js'
import { isEmpty, link, prose } from '../drafts/pieces.js'
import type { FormatRequest } from '../format-request.js'
import type { Format, FormatReading } from '../format.js'
import { alike, entryOf, type Table, valueOf } from '../json-members.js'
import { levelColor } from '../meanings.js'
import { factsOf } from '../report.js'
import { refused } from '../reporter.js'
import { formatted } from './marks.js'
import { type Node, parse, SyntaxFault } from './parse.js'
import { Run, type Token } from './run.js'

/** The name by which webhooks choose their own template. */
export const TEMPLATE = 'template'

/** The first fault; null if the template can be saved. */
export function faultIn(template: Template): TemplateFault | null {
  try {
    compile(template)
    return null
  } catch (error) {
    if (error instanceof FaultyTemplate) return error.fault
    throw error
  }
}

/** Reads any JSON or form as the template shows it. Throws a `TypeError` for one that has a fault. */
export function formatOf(template: Template): Format {
  const slots = compile(template)
  const rows = template.fields?.length ?? 0
  return {
    name: TEMPLATE,
    title: 'Template',
    // As where `incident_path` names the incident: whoever names it wants one post of it.
    isMonitoring: slots.has('incident'),
    read: (request) =>
      request.body.kind === 'text'
        ? refused('', 'the body is neither JSON nor a form')
        : readingOf(slots, rows, request),
  }
}

/** Members that a template does not name are not missed. */
const CHOSEN: Whole = { sent: null, quiet: new Set() }

/** The body is written after what is short, so that one that is too long leaves the state as it is. */
function readingOf(
  slots: ReadonlyMap<string, Slot>,
  rows: number,
  { body, arrivedAt }: FormatRequest,
): FormatReading {
  const run = new Run(valueOf(body), arrivedAt ?? null)
  const losses: HookWarning[] = []
  const tokensOf = (name: string): readonly Token[] => {
    const slot = slots.get(name)
    if (!slot) return []
    return run.write(slot.nodes, (at, why) => {
      const { line, column } = placeIn(slot.source, at)
      const reason = `stopped at line ${line}, column ${column}, ${why}`
      losses.push({ path: `template.${name}`, reason })
    })
  }
  const lineOf = (name: string): string => {
    const texts = tokensOf(name).map(({ text }) => text)
    return texts.join('').trim()
  }
  const checked = <T>(name: string, read: (text: string) => T | null, reason: string): T | null => {
    const text = lineOf(name)
    const value = text === '' ? null : read(text)
    if (text !== '' && value === null) losses.push({ path: `template.${name}`, reason })
    return value
  }
  const title = lineOf('title')
  const addressOf = (text: string): string | null => (isKeptAddress(text) ? text : null)
  const url = checked('link', addressOf, 'is not an http or https URL')
  const color = checked('color', namedColor, 'is not a colour')
  const incident = lineOf('incident')
  const state = checked('state', stateIn, 'is not a state of an incident')
  const text = formatted(tokensOf('body'))
  const all = Array.from({ length: rows }, (_, row): CardField => ({
    title: lineOf(`fields.${row}.title`),
    value: formatted(tokensOf(`fields.${row}.value`)),
    short: true,
  }))
  const fields = all.filter(({ value }) => !isEmpty(value))
  if ([title, text].every(isEmpty) && fields.length === 0) {
    const [loss] = losses
    const why = loss ? `: ${loss.path} ${loss.reason}` : ''
    return refused('', `title, body and fields of the template are empty for this body${why}`)
  }
  const draft: Draft = {
    title: url === null ? prose(title, Infinity) : link(url, title),
    ...(color === null ? { text, cards: [{ fields }] } : { cards: [{ color, text, fields }] }),
    losses,
    whole: CHOSEN,
  }
  return { kind: 'message', draft, event: factsOf(state ?? 'message', { incident, state }) }
}

/** Stands for the template of a webhook, which only the reader of its requests has. */
export const OWN_TEMPLATE = refusing(
  'the webhook has no template; write one in its form, or send the API a `template`',
)

// By their texts, as stores return a copy for each request. To parse one takes twice as long as to use it, so
// that at least 100 stay.
const RECENT = new Recent<Format>(200)

/** A format, or what the template of the webhook makes of it. */
export function withTemplate(format: Format, template: Template | null): Format {
  if (format !== OWN_TEMPLATE || !template) return format
  const source = JSON.stringify(template)
  const made = RECENT.get(source) ?? usable(template)
  RECENT.set(source, made)
  return made
}

/** A newer version may have stored a template that this one does not understand. */
function usable(template: Template): Format {
  try {
    return formatOf(template)
  } catch (error) {
    if (!(error instanceof FaultyTemplate)) throw error
    return refusing(`the template of the webhook has a fault in ${error.message}`)
  }
}

function refusing(reason: string): Format {
  return { name: TEMPLATE, title: 'Template', read: () => refused('', reason) }
}

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
class FaultyTemplate extends TypeError {
  readonly fault: TemplateFault

  constructor(fault: TemplateFault) {
    super(`${fault.slot}: ${fault.reason}`)
    this.fault = fault
  }
}

/** A text of a template, ready for use. */
interface Slot {
  readonly source: string
  readonly nodes: readonly Node[]
}

/** The slots of a template that have a text, by name. Throws a `FaultyTemplate`. */
function compile(template: Template): ReadonlyMap<string, Slot> {
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
function placeIn(source: string, at: number): Pick<TemplateFault, 'line' | 'column'> {
  const lines = source.slice(0, at).split('\n')
  return { line: lines.length, column: countCodePoints(lines.at(-1) ?? '') + 1 }
}

/** The colour that a text names, also as a level such as `critical`. Null: none. */
function namedColor(text: string): Color | null {
  const digits = text.startsWith('#') ? text.slice(1) : text
  if (/^[\da-f]{6}$/i.test(digits)) return `#${digits}`
  return entryOf(COLORS, text.toLowerCase()) ?? levelColor(text) ?? null
}

/** Null: the text is not a state. */
function stateIn(text: string): IncidentState | null {
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
