import { WebhookError } from '../model/errors.js'
import { isJsonList } from '../model/json.js'
import { MAX_OWN_PROPS_BYTES, MAX_PROPS_LENGTH } from '../model/limits.js'
import type { JsonValue, HookProps } from '../model/records.js'
import type { Warnings } from '../model/warnings.js'
import { advance, countCodePoints } from '../text/code-points.js'
import type { RenderedAttachment } from './render.js'

/** `,"attachments":[]` */
const LIST_LENGTH = 17

/**
 * Groups attachments so that each group fits into one post's properties (docs/contract.md, Splitting).
 * One that is too large by itself has its text shortened.
 */
export function groupAttachments(
  attachments: readonly RenderedAttachment[],
  base: HookProps,
  warnings: Warnings,
): readonly (readonly RenderedAttachment[])[] {
  if (attachments.length === 0) return []
  if (surelyFit(attachments)) return [attachments]
  const room = MAX_PROPS_LENGTH - jsonLength(base) - LIST_LENGTH
  const groups: RenderedAttachment[][] = [[]]
  let used = 0
  attachments.forEach((attachment, index) => {
    const fitting = shortened(attachment, room, `attachments[${index}]`, warnings)
    const length = jsonLength(fitting.value) + 1
    if (used + length > room) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(fitting)
    used += length
  })
  return groups
}

function shortened(
  attachment: RenderedAttachment,
  room: number,
  path: string,
  warnings: Warnings,
): RenderedAttachment {
  const over = jsonLength(attachment.value) + 1 - room
  if (over <= 0) return attachment
  const { text } = attachment.value
  // Each removed code point shortens the JSON by at least one.
  const keep = typeof text === 'string' ? countCodePoints(text) - over : -1
  if (typeof text !== 'string' || keep < 0) {
    throw new WebhookError('props_too_long', {
      params: { Max: String(MAX_PROPS_LENGTH) },
      detail: `${path}: too large for one post, and its text is too short to shorten`,
    })
  }
  warnings.add(`${path}.text`, 'shortened to fit into one post')
  return {
    ...attachment,
    value: { ...attachment.value, text: text.slice(0, advance(text, 0, keep)) },
  }
}

// Nearly all messages are far below the limit, so a cheap upper bound avoids computing the exact
// length.
function surelyFit(attachments: readonly RenderedAttachment[]): boolean {
  let most = MAX_OWN_PROPS_BYTES * 2
  for (const { value } of attachments) most += mostLength(value)
  return most < MAX_PROPS_LENGTH
}

/** An upper bound for the length of the JSON: every character escaped, every number at full length. */
function mostLength(value: JsonValue): number {
  if (typeof value === 'string') return value.length * 6 + 2
  if (typeof value !== 'object' || value === null) return 32
  let sum = 2
  if (isJsonList(value)) {
    for (const element of value) sum += mostLength(element) + 1
    return sum
  }
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member !== undefined) sum += name.length * 6 + 4 + mostLength(member)
  }
  return sum
}

function jsonLength(value: JsonValue): number {
  return countCodePoints(JSON.stringify(value))
}
