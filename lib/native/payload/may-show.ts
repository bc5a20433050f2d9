import { isObject } from '../../model/json.js'

const SHOWN = new Set(['text', 'attachments', 'blocks'])

/**
 * Whether a body may hold something that our own format shows. Only names and types are looked at, so
 * that a member of another format whose name is known here, such as a `priority` of 5, is no mistake.
 */
export function mayShow(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.keys(value).some((name) => {
    const lower = name.toLowerCase()
    if (!SHOWN.has(lower)) return false
    const member = value[name]
    return lower === 'text' ? typeof member === 'string' && member !== '' : isFilled(member)
  })
}

function isFilled(member: unknown): boolean {
  return Array.isArray(member) && member.length > 0
}
