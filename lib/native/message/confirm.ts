import type { ActionConfirm } from '../../model/message.js'
import { onOneLine } from '../../text/one-line.js'
import { memberNames, type Members } from '../payload/reading.js'
import { isObject } from '../../model/json.js'

const CONFIRM = memberNames('title text confirm deny style ok_text dismiss_text')
/** Slack's limits. */
const MAX_TITLE = 100
const MAX_TEXT = 300
const MAX_ANSWER = 30

/**
 * The question before a button acts, of Block Kit (texts are objects) or of Slack's attachments
 * (texts are strings, with other names). Whatever is wrong with it, the button stays.
 */
export function readConfirm(action: Members): ActionConfirm | null {
  const value = action.get('confirm')
  if (value !== undefined && !isObject(value)) action.warn('confirm', 'not supported')
  const question = isObject(value) ? action.inner('confirm', CONFIRM) : null
  if (question === null) return null
  const words = (name: string, most: number): string => {
    const text = wordsOf(question, name)
    const shown = name === 'text' ? text.trim() : onOneLine(text).trim()
    return question.shortened(name, shown, most)
  }
  const style = question.get('style')
  return {
    title: words('title', MAX_TITLE),
    text: words('text', MAX_TEXT),
    confirm: words('confirm', MAX_ANSWER) || words('ok_text', MAX_ANSWER),
    deny: words('deny', MAX_ANSWER) || words('dismiss_text', MAX_ANSWER),
    style: style === 'primary' || style === 'danger' ? style : '',
  }
}

function wordsOf(question: Members, name: string): string {
  const value = question.get(name)
  const text = isObject(value) ? value['text'] : value
  if (typeof text === 'string') return text
  if (value !== undefined) question.warn(name, 'not a text')
  return ''
}

/** The warning about a button that opens a URL and should ask. */
export const ASKS_NOTHING = 'links open without a question'
