import { isObject } from '../../model/json.js'
import { BEARING, holdMessage } from '../body/fields.js'
import type { Sent } from '../body/sent.js'
import { mayShowParts } from './props-parts.js'

/** Whether a body may hold something that our own format shows. */
export function holdsMessage(sent: Sent): boolean {
  if (sent.kind === 'json') return mayShow(sent.value)
  return sent.kind === 'fields' && holdMessage(sent.fields)
}

/**
 * The same for a value from JSON. Only names and types are looked at, so that a member of another format
 * whose name is known here, such as a `priority` of 5, is no mistake.
 */
export function mayShow(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.keys(value).some((name) => {
    const lower = name.toLowerCase()
    const member = value[name]
    if (lower === 'props') return mayShowParts(member)
    if (!BEARING.has(lower)) return false
    if (lower === 'text') return typeof member === 'string' && member !== ''
    return Array.isArray(member) && member.length > 0
  })
}
