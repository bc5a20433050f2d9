import type { RichText } from '../../model/message.js'
import { writeDate } from '../../text/dates.js'
import { escapeText } from '../../text/escape.js'
import { isObject, type Members, readMembers } from '../reading.js'
import { OPTION_MEMBERS, readOptions } from './options.js'
import { readRichText } from './rich-text.js'
import { joined, plain, type Sheet } from './sheet.js'
import { textMember } from './text-objects.js'
import { memberNames } from '../member-names.js'

const ANSWERS = new Set([
  ...OPTION_MEMBERS,
  ...memberNames(`
    type action_id block_id placeholder focus_on_load initial_date initial_time
    initial_date_time initial_value timezone multiline min_length max_length min_value
    max_value is_decimal_allowed filetypes max_files min_lines max_lines
    dispatch_action_config
  `),
])
const TYPES = memberNames(`
  checkboxes radio_buttons datepicker timepicker datetimepicker plain_text_input
  email_text_input url_text_input number_input file_input rich_text_input
`)

/** An input element as text: its choices and its initial value. Null for other elements. */
export function readAnswers(value: unknown, path: string, sheet: Sheet): RichText | null {
  const type = isObject(value) ? value['type'] : undefined
  if (typeof type !== 'string' || !TYPES.has(type)) return null
  const element = readMembers(value, path, ANSWERS, sheet.reading)
  sheet.reading.add(path, 'shown as text: messages cannot take input')
  if (type === 'checkboxes') return listOf(element, ['- [ ] ', '- [x] '], sheet)
  if (type === 'radio_buttons') return listOf(element, ['- ○ ', '- ● '], sheet)
  const filled = filledIn(element, sheet)
  return filled.length > 0 ? filled : textMember(element, 'placeholder', sheet)
}

function listOf(element: Members, marks: readonly [string, string], sheet: Sheet): RichText {
  const lines = readOptions(element, sheet).map(({ text, isChosen }) => [
    plain(marks[isChosen ? 1 : 0]),
    ...text,
  ])
  return joined(lines, '\n')
}

function filledIn(element: Members, sheet: Sheet): RichText {
  const value = element.get('initial_value')
  if (isObject(value)) return readRichText(value, element.at('initial_value'), sheet)
  const moment = element.get('initial_date_time')
  const written =
    typeof moment === 'number' ? writeDate(String(moment), '{date_num} {time}') : undefined
  const texts = [
    element.string('initial_date'),
    element.string('initial_time'),
    written ?? '',
    typeof value === 'number' ? element.text('initial_value') : element.string('initial_value'),
  ]
  return joined(
    texts.map((text) => (text === '' ? [] : [plain(escapeText(text))])),
    ' ',
  )
}
