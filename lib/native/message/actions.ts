import { ACTION_ID_SHAPE, OWN_ACTIONS } from '../../model/action-ids.js'
import type { ActionPayload, MessageAction } from '../../model/message.js'
import type { JsonValue } from '../../model/records.js'
import { isIntegrationUrl, isSafeUrl } from '../../text/links.js'
import { ASKS_NOTHING } from '../payload/attachment-schema.js'
import type { Reading } from '../payload/reading.js'

/** Gives each button and menu of a message a unique id. */
export class ActionIds {
  readonly #taken = new Set<string>()
  readonly #wanted: ReadonlySet<string>
  /** The number of the next generated id. It only increases, because used ids stay used. */
  #next = 0

  /** `wanted`: the ids in the message, which generated ids must not repeat. */
  constructor(wanted: Iterable<string> = []) {
    this.#wanted = new Set(wanted)
  }

  take(wanted: string): string {
    let id = wanted
    while (this.#isTaken(id, wanted)) {
      this.#next = Math.max(this.#next, this.#taken.size)
      id = `action_${this.#next}`
      this.#next += 1
    }
    this.#taken.add(id)
    return id
  }

  #isTaken(id: string, wanted: string) {
    if (OWN_ACTIONS.has(id)) return true
    return id === '' || this.#taken.has(id) || (id !== wanted && this.#wanted.has(id))
  }
}

/** A button or a menu; null if it has nothing to show. */
export function readAction(
  action: ActionPayload,
  ids: ActionIds,
  reading: Reading,
): MessageAction | null {
  const { path } = action
  reading.amounts.take('actions')
  // Slack's label is `text` and its `name` an identifier; the reference's label is `name`.
  const name = action.text || action.name
  if (name === '') {
    reading.add(path, 'button without text')
    return null
  }
  const select = action.type === 'select' || action.options.length > 0 || action.data_source !== ''
  if (action.type !== '' && action.type !== 'button' && action.type !== 'select') {
    reading.add(`${path}.type`, 'not supported')
  }
  const wanted = ACTION_ID_SHAPE.test(action.id) ? action.id : ''
  if (wanted !== action.id) {
    reading.add(`${path}.id`, 'expected up to 64 letters, digits, _ and -; a new id was generated')
  }
  const id = ids.take(wanted)
  if (wanted !== '' && id !== wanted) {
    reading.add(`${path}.id`, 'another button has this id; a new id was generated')
  }
  const url = readUrl(action, reading)
  const integration = readIntegration(action, reading)
  const works = integration !== null || url !== ''
  if (!works && !action.disabled) reading.add(path, 'button without url or integration')
  const stored = withoutEmpty({
    id,
    type: select ? 'select' : 'button',
    name,
    style: action.style,
    tooltip: action.tooltip,
    url,
    disabled: action.disabled || !works,
    data_source: action.data_source,
    default_option: action.default_option,
    options: action.options.map(({ text, value }) => ({ text, value })),
    integration,
    confirm: questionOf(action, url, reading),
  })
  return { path, stored }
}

function questionOf({ path, confirm }: ActionPayload, url: string, reading: Reading): JsonValue {
  if (confirm === null) return null
  if (url === '') return withoutEmpty({ ...confirm })
  reading.add(`${path}.confirm`, ASKS_NOTHING)
  return null
}

function readUrl(action: ActionPayload, reading: Reading) {
  if (isSafeUrl(action.url)) return action.url
  reading.add(`${action.path}.url`, 'links with this URL scheme are removed')
  return ''
}

function readIntegration(action: ActionPayload, reading: Reading): JsonValue {
  const { integration } = action
  if (integration === null) return null
  if (isIntegrationUrl(integration.url)) {
    return { url: integration.url, context: integration.context }
  }
  reading.add(`${action.path}.integration.url`, 'not an absolute http or https URL')
  return null
}

/** A button that does nothing. */
export const NO_ACTION: ActionPayload = {
  path: '',
  id: '',
  type: 'button',
  name: '',
  text: '',
  value: '',
  style: '',
  url: '',
  tooltip: '',
  disabled: false,
  data_source: '',
  default_option: '',
  options: [],
  integration: null,
  confirm: null,
}

/** Leaves out `''`, null, false and empty lists, which a stored post does not need. */
export function withoutEmpty(
  members: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
  const kept: Record<string, JsonValue> = {}
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (value === undefined || value === '' || value === null || value === false) continue
    if (Array.isArray(value) && value.length === 0) continue
    kept[name] = value
  }
  return kept
}
