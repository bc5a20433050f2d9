import type { RecentRequest } from '../../api/requests.js'

/** Why a request was refused, and the consequence. */
export interface Reason {
  readonly title: string
  readonly text: string
}

const NOTHING = 'Nothing was posted.'
const UNKNOWN =
  'It is unknown whether the message was posted. Check the channel before you send it again.'
const JSON_FAULT =
  /^not JSON: expected (.+) (?:at the end|at position \d+) \((line \d+, column \d+)\)$/

/** A readable form of known details, otherwise the detail itself. */
export function reasonOf({ detail, message, status }: RecentRequest): Reason {
  const [, expected, where] = JSON_FAULT.exec(detail) ?? []
  if (expected !== undefined && where !== undefined) {
    const title = `Not valid JSON at ${where}`
    return { title, text: `Expected ${expected} there. ${NOTHING}` }
  }
  if (status === 429) {
    const text = `Too many requests at once. ${NOTHING} Senders should wait and retry.`
    return { title: message, text }
  }
  if (isUnknown(status)) return { title: message, text: UNKNOWN }
  return { title: detail === '' ? message : sentence(detail), text: NOTHING }
}

// With 501 and 503 nothing is stored.
function isUnknown(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503
}

/** With a capital letter, unless it begins with the name of a field: `attachments[0].text: …`. */
function sentence(text: string): string {
  if (text.split(' ', 1)[0]?.endsWith(':')) return text
  return text.charAt(0).toUpperCase() + text.slice(1)
}
