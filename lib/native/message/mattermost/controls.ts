import { MAX_OPTIONS } from '../../../model/limits.js'
import type { ActionPayload } from '../../../model/message.js'
import { onOneLine } from '../../../text/one-line.js'
import { plainText } from '../../../text/plain-text.js'
import { isObject } from '../../../model/json.js'
import { NO_ACTION } from '../actions.js'
import { type BlockOptions, type Group, Sheet } from '../blocks/sheet.js'
import type { Members } from '../../payload/reading.js'
import { type Control, readQuery } from './registry.js'

const MAX_NAME = 300
const OPTION = new Set(['text', 'value'])
const SOURCES = new Set(['', 'users', 'channels'])

/** A button. Its text is Markdown there, and plain here. */
export function showButton(button: Members, sheet: Sheet): void {
  const name = nameOf(button, 'text')
  sheet.button(actionOf(button, sheet, { name, style: button.string('style') }))
}

/** A menu of its options, or of all users or channels. */
export function showMenu(menu: Members, sheet: Sheet): void {
  const sent = menu.list('options')
  if (sent.length > MAX_OPTIONS) menu.warn('options', `only the first ${MAX_OPTIONS} are kept`)
  const options = sent.slice(0, MAX_OPTIONS).map((element) => {
    const option = sheet.members(element, OPTION)
    const [text, value] = [option.text('text'), option.text('value')]
    return { text: text || value, value: value || text }
  })
  const source = menu.string('data_source')
  if (!SOURCES.has(source)) menu.warn('data_source', 'expected users or channels')
  const initial = menu.get('initial_option')
  const chosen = isObject(initial) ? initial['value'] : initial
  const defaultOption = typeof chosen === 'string' ? chosen : ''
  const label = options.find(({ value }) => value === defaultOption)?.text ?? ''
  const name = nameOf(menu, 'placeholder') || label || 'Select'
  const choices = {
    type: 'select',
    options,
    data_source: SOURCES.has(source) ? source : '',
    default_option: defaultOption,
  }
  sheet.button(actionOf(menu, sheet, { name, ...choices }))
}

/** The buttons of links in texts. `isAlone`: nothing but the text of the message is above them. */
export function linkButtons(options: BlockOptions, isAlone: boolean): readonly Group[] {
  if (options.translator.actionLinks.length === 0) return []
  const sheet = new Sheet(options)
  sheet.apart({ isCard: !isAlone }, () => {
    for (const { label, ...control } of options.translator.actionLinks) {
      showCall(nameOfLabel(label) || control.id, control, sheet)
    }
  })
  return sheet.groups
}

/** A button that does what its entry says. */
export function showCall(name: string, control: Control, sheet: Sheet): void {
  const effect = sheet.registry.effectOf(control)
  sheet.button({ ...NO_ACTION, path: control.path, name, disabled: effect === null, ...effect })
}

function nameOfLabel(markdown: string) {
  return onOneLine(plainText(markdown)).trim()
}

function nameOf(block: Members, member: string) {
  return block.shortened(member, nameOfLabel(block.string(member)), MAX_NAME)
}

function actionOf(block: Members, sheet: Sheet, own: Partial<ActionPayload>): ActionPayload {
  const { path } = block
  const isMenu = own.type === 'select'
  const control = { id: block.string('action_id'), path, query: readQuery(block), isMenu }
  const effect = sheet.registry.effectOf(control)
  const isDisabled = block.boolean('disabled')
  // Several controls may share an entry, so each gets an id of its own.
  return {
    ...NO_ACTION,
    path,
    tooltip: block.string('tooltip'),
    disabled: isDisabled || effect === null,
    ...(isDisabled ? {} : effect),
    ...own,
  }
}
