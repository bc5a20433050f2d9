import { type ErrorCode, ERRORS } from '../../../lib/model/errors.js'
import { fieldNames } from '../../../lib/model/fields.js'
import { ERROR_TEXTS, type ErrorGroup } from './error-texts.js'
import { code, tableOf } from './markdown-table.js'

const CODES: readonly ErrorCode[] = fieldNames(ERRORS)

/** The errors that a part of docs/errors.md explains, in the order of the library. */
export function codesOf(group: ErrorGroup): readonly ErrorCode[] {
  return CODES.filter((each) => ERROR_TEXTS[each].group === group)
}

export function explainedErrors(group: ErrorGroup): readonly string[] {
  return tableOf(
    ['status, code', 'id and message', 'when, and what to do'],
    codesOf(group).map((each) => {
      const { status, id, message } = ERRORS[each]
      const { when, whatToDo } = ERROR_TEXTS[each]
      return [`${status} ${code(each)}`, `${code(id)} ${message}`, `${when} ${whatToDo}`.trim()]
    }),
  )
}
