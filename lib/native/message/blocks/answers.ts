import type { ActionOption, Element, RichText } from '../../../model/message.js'
import { writeDate } from '../../../text/dates.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { readRichText, RICH_TEXT } from './rich-text.js'
import {
  escapedWords,
  joined,
  lineMember,
  nameMember,
  plain,
  type Sheet,
  textMember,
} from './sheet.js'
import { MAX_OPTIONS } from '../../../model/limits.js'

/** Members of an element that hold options. */
export const OPTION_MEMBERS = 'options option_groups initial_option initial_options confirm'

const ANSWERS = memberNames(`
  ${OPTION_MEMBERS} type action_id block_id placeholder focus_on_load initial_date initial_time
  initial_date_time initial_value timezone multiline min_length max_length min_value max_value
  is_decimal_allowed filetypes max_files min_lines max_lines dispatch_action_config
`)
const TYPES = memberNames(`
  checkboxes radio_buttons datepicker timepicker datetimepicker plain_text_input
  email_text_input url_text_input number_input file_input rich_text_input
`)

/** What a date or a time is without the label of an input. */
const PICKERS: Readonly<Record<string, string>> = {
  datepicker: 'Date',
  timepicker: 'Time',
  datetimepicker: 'Date and time',
}

/**
 * An input element as text: its choices and its initial value. Null for other elements. `alone`: no
 * label is above it.
 */
export function readAnswers(sent: Element, sheet: Sheet, alone: boolean): RichText | null {
  const type = isObject(sent.value) ? sent.value['type'] : undefined
  if (typeof type !== 'string' || !TYPES.has(type)) return null
  const element = sheet.members(sent, ANSWERS)
  sheet.reading.add(sent.path, 'shown as text: messages cannot take input')
  if (type === 'checkboxes') return listOf(element, ['- [ ] ', '- [x] '], sheet)
  if (type === 'radio_buttons') return listOf(element, ['- ○ ', '- ● '], sheet)
  const filled = filledIn(element, sheet)
  const shown = filled.length > 0 ? filled : textMember(element, 'placeholder', sheet)
  const name = alone ? PICKERS[type] : undefined
  return name === undefined || shown.length === 0 ? shown : [plain(`${name}: `), ...shown]
}

function listOf(element: Members, marks: readonly [string, string], sheet: Sheet) {
  const lines = readOptions(element, sheet).map(({ text, isChosen }) => [
    plain(marks[isChosen ? 1 : 0]),
    ...text,
  ])
  return joined(lines, '\n')
}

function timeOf(element: Members) {
  const [time, zone] = [element.string('initial_time'), element.string('timezone')]
  return time === '' || zone === '' ? time : `${time} (${zone})`
}

function filledIn(element: Members, sheet: Sheet) {
  const value = element.get('initial_value')
  if (isObject(value)) return readRichText(element.inner('initial_value', RICH_TEXT), sheet)
  const moment = element.get('initial_date_time')
  const written =
    typeof moment === 'number' ? writeDate(String(moment), '{date_num} {time}') : undefined
  const texts = [
    element.string('initial_date'),
    timeOf(element),
    written ?? '',
    typeof value === 'number' ? element.text('initial_value') : element.string('initial_value'),
  ]
  return joined(
    texts.map((text) => escapedWords(text)),
    ' ',
  )
}

const OPTION = memberNames('text value url description')
const GROUP = memberNames('label options')

type ReadOption = Readonly<ReturnType<typeof readOption>>

/** All options of an element and of its groups, in order, followed by initial options that are not listed. */
export function readOptions(element: Members, sheet: Sheet): readonly ReadOption[] {
  const listed = [
    ...element.list('options'),
    ...element.each('option_groups', GROUP, (group) => group.list('options')).flat(),
  ]
  if (listed.length > MAX_OPTIONS) {
    element.warn('options', `only the first ${MAX_OPTIONS} options are kept`)
  }
  const first = element.element('initial_option')
  const initial = [...(first ? [first] : []), ...element.list('initial_options')].map((option) =>
    readOption(sheet.members(option, OPTION), true, sheet),
  )
  const chosen = new Set(initial.map(keyOf))
  const read = listed.slice(0, MAX_OPTIONS).map((option) => {
    const found = readOption(sheet.members(option, OPTION), false, sheet)
    return { ...found, isChosen: chosen.has(keyOf(found)) }
  })
  const known = new Set(read.map(keyOf))
  return [...read, ...initial.filter((option) => !known.has(keyOf(option)))]
}

/** One choice of a menu or a list. */
function readOption(option: Members, isChosen: boolean, sheet: Sheet) {
  const value = option.get('value')
  const names = [nameMember(option, 'text'), nameMember(option, 'description')]
  const texts = [lineMember(option, 'text', sheet), lineMember(option, 'description', sheet)]
  return {
    path: option.path,
    name: names.filter((name) => name !== '').join(' – '),
    text: joined(texts, ' – '),
    value: typeof value === 'string' ? value : '',
    url: option.string('url'),
    isChosen,
  }
}

/** Options as those of a menu. */
export function choicesOf(options: readonly ReadOption[]): readonly ActionOption[] {
  return options.map(({ name, value }) => ({ text: name, value }))
}

function keyOf({ name, value }: ReadOption) {
  return `${value} ${name}`
}
