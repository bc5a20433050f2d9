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
  namedColor,
  compile,
  FaultyTemplate,
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
        : new Use(slots, request).read(rows),
  }
}

/** Members that a template does not name are not missed. */
const CHOSEN: Whole = { sent: null, quiet: new Set() }

/** A template in use for one request. */
class Use {
  readonly #slots: ReadonlyMap<string, Slot>
  readonly #run: Run
  readonly #losses: HookWarning[] = []

  constructor(slots: ReadonlyMap<string, Slot>, { body, arrivedAt }: FormatRequest) {
    this.#slots = slots
    this.#run = new Run(valueOf(body), arrivedAt ?? null)
  }

  /** The body is written after what is short, so that one that is too long leaves the state as it is. */
  read(rows: number): FormatReading {
    const title = this.#line('title')
    const url = this.#checked('link', addressIn, 'is not an http or https URL')
    const color = this.#checked('color', namedColor, 'is not a colour')
    const incident = this.#line('incident')
    const state = this.#checked('state', stateIn, 'is not a state of an incident')
    const text = formatted(this.#tokens('body'))
    const fields = this.#fields(rows)
    if ([title, text].every(isEmpty) && fields.length === 0) {
      const [loss] = this.#losses
      const why = loss ? `: ${loss.path} ${loss.reason}` : ''
      return refused('', `title, body and fields of the template are empty for this body${why}`)
    }
    const draft: Draft = {
      title: url === null ? prose(title, Infinity) : link(url, title),
      ...(color === null ? { text, cards: [{ fields }] } : { cards: [{ color, text, fields }] }),
      losses: this.#losses,
      whole: CHOSEN,
    }
    return { kind: 'message', draft, event: factsOf(state ?? 'message', { incident, state }) }
  }

  #fields(rows: number): readonly CardField[] {
    const all = Array.from({ length: rows }, (_, row) => ({
      title: this.#line(`fields.${row}.title`),
      value: formatted(this.#tokens(`fields.${row}.value`)),
      short: true,
    }))
    return all.filter(({ value }) => !isEmpty(value))
  }

  #checked<T>(name: string, read: (text: string) => T | null, reason: string): T | null {
    const text = this.#line(name)
    const value = text === '' ? null : read(text)
    if (text !== '' && value === null) this.#losses.push({ path: `template.${name}`, reason })
    return value
  }

  #line(name: string): string {
    const texts = this.#tokens(name).map(({ text }) => text)
    return texts.join('').trim()
  }

  #tokens(name: string): readonly Token[] {
    const slot = this.#slots.get(name)
    if (!slot) return []
    return this.#run.write(slot.nodes, (at, why) => {
      const { line, column } = placeIn(slot.source, at)
      const reason = `stopped at line ${line}, column ${column}, ${why}`
      this.#losses.push({ path: `template.${name}`, reason })
    })
  }
}

function addressIn(text: string): string | null {
  return isKeptAddress(text) ? text : null
}
