import { Recent } from '../../model/recent.js'
import type { HookWarning } from '../../model/records.js'
import type { Template } from '../../model/template.js'
import { isKeptAddress } from '../drafts/clean.js'
import type { CardField, Draft, Whole } from '../drafts/draft.js'
import { isEmpty, link, prose } from '../drafts/pieces.js'
import type { FormatRequest } from '../format-request.js'
import type { Format, FormatReading } from '../format.js'
import { valueOf } from '../json-members.js'
import { factsOf } from '../report.js'
import { refused } from '../reporter.js'
import {
  compile,
  FaultyTemplate,
  namedColor,
  placeIn,
  type Slot,
  stateIn,
  type TemplateFault,
} from './compile.js'
import { formatted } from './marks.js'
import { Run, type Token } from './run.js'

export type { TemplateFault }

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
