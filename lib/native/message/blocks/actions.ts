import { ACTION_ID_SHAPE } from '../../../model/action-ids.js'
import type { ActionPayload, Element, RichText } from '../../../model/message.js'
import { isLinkTarget } from '../../../text/links.js'
import { NO_ACTION } from '../actions.js'
import { ASKS_NOTHING, readConfirm, readIntegration } from '../../payload/attachment-schema.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { choicesOf, OPTION_MEMBERS, readAnswers, readOptions } from './answers.js'
import { joined, linkTo, nameMember, type Sheet } from './sheet.js'

const ELEMENT = memberNames(`
  ${OPTION_MEMBERS} type action_id block_id text url value style placeholder
  accessibility_label integration workflow icon min_query_length max_selected_items focus_on_load
  response_url_enabled filter default_to_current_conversation initial_user initial_users
  initial_channel initial_channels initial_conversation initial_conversations positive_button
  negative_button visible_to_user_ids
`)
const BUTTONS = memberNames('button workflow_button icon_button')
/** What Slack's menus list (the prefix of `_select`), and the reference's data source for it. */
const SOURCES: Readonly<Record<string, string>> = {
  users: 'users',
  channels: 'channels',
  conversations: 'channels',
}
const INITIAL = ['initial_user', 'initial_channel', 'initial_conversation'] as const
const MAX_NAME = 300

/** An element as a button or menu, as Markdown, or both. */
export interface ReadElement {
  readonly action: ActionPayload | null
  readonly text: RichText
}

/** Shows inputs as text, and buttons and menus below it. */
export function showElements(elements: readonly Element[], sheet: Sheet): void {
  const read = elements.flatMap((element) => readElement(element, sheet))
  for (const { action, text } of read) if (action === null) sheet.paragraph(text)
  showActions(read, sheet)
}

/** `accessory`: beside the text of a section. */
export function showActions(
  elements: readonly ReadElement[],
  sheet: Sheet,
  accessory = false,
): void {
  for (const { action } of elements) if (action) sheet.button(action, accessory)
}

/** One element of an actions block or an input, or a section's accessory. */
export function readElement(
  sent: Element | null,
  sheet: Sheet,
  hasLabel = false,
): readonly ReadElement[] {
  if (sent === null) return []
  const answers = readAnswers(sent, sheet, !hasLabel)
  if (answers !== null) return [{ action: null, text: answers }]
  const element = sheet.members(sent, ELEMENT)
  const type = element.string('type')
  if (type === 'feedback_buttons') {
    return ['positive_button', 'negative_button'].flatMap((name) => {
      const inner = element.inner(name, ELEMENT)
      return inner ? [readButton(inner, sheet)] : []
    })
  }
  if (type === 'overflow') return [readOverflow(element, sheet)]
  if (type.endsWith('_select')) return [{ action: readMenu(element, type, sheet), text: [] }]
  if (!BUTTONS.has(type)) {
    sheet.reading.add(element.path, 'unknown element type: shown as a button')
  }
  return [readButton(element, sheet)]
}

function readButton(element: Members, sheet: Sheet): ReadElement {
  const registered = actionOf(element, sheet, false)
  const action: ActionPayload = {
    ...registered,
    text: nameOf(element, 'text'),
    url: element.string('url') || registered.url,
    tooltip: element.string('accessibility_label'),
  }
  return { action, text: [] }
}

function readMenu(element: Members, type: string, sheet: Sheet): ActionPayload {
  const options = readOptions(element, sheet)
  const chosen = options.find(({ isChosen }) => isChosen)
  const [, source = ''] = /^(?:multi_)?([a-z]+)_select$/.exec(type) ?? []
  const known = INITIAL.map((name) => element.string(name)).find((id) => id !== '')
  return {
    ...actionOf(element, sheet),
    type: 'select',
    text: nameOf(element, 'placeholder') || chosen?.name || 'Select',
    data_source: SOURCES[source] ?? '',
    default_option: chosen?.value ?? known ?? '',
    options: choicesOf(options),
  }
}

// Options that open a URL are shown as links.
function readOverflow(element: Members, sheet: Sheet): ReadElement {
  const options = readOptions(element, sheet)
  if (options.every(({ url }) => url === '')) {
    const menu = { type: 'select', text: 'More', options: choicesOf(options) }
    return { action: { ...actionOf(element, sheet), ...menu }, text: [] }
  }
  if (element.get('confirm') !== undefined) element.warn('confirm', ASKS_NOTHING)
  const texts = options.map(({ name, text, url, path }) => {
    if (url === '') return text
    if (isLinkTarget(url, true)) return [linkTo(url, name || url)]
    sheet.reading.add(`${path}.url`, 'links with this URL scheme are removed')
    return text
  })
  return { action: null, text: joined(texts, ' · ') }
}

function actionOf(element: Members, { registry }: Sheet, isMenu = true): ActionPayload {
  const id = element.string('action_id')
  const { path } = element
  const own = readIntegration(element)
  const isOther = own === null && element.string('url') === '' && registry.has(id)
  const effect = isOther ? registry.effectOf({ id, path, isMenu }) : null
  const value = element.get('value')
  return {
    ...NO_ACTION,
    path,
    // Slack's identifiers allow more characters than ours, and users never see them.
    id: ACTION_ID_SHAPE.test(id) ? id : '',
    value: typeof value === 'string' ? value : '',
    style: element.string('style'),
    url: effect?.url ?? '',
    integration: own ?? effect?.integration ?? null,
    confirm: readConfirm(element),
  }
}

function nameOf(element: Members, name: string) {
  return element.shortened(name, nameMember(element, name), MAX_NAME)
}
