import { WebhookError } from '../model/errors.js'
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

// Nearly all messages are far below the limit, so their code points need not be counted.
function surelyFit(attachments: readonly RenderedAttachment[]): boolean {
  const json = JSON.stringify(attachments.map(({ value }) => value))
  return json.length + MAX_OWN_PROPS_BYTES * 2 < MAX_PROPS_LENGTH
}

function jsonLength(value: JsonValue): number {
  return countCodePoints(JSON.stringify(value))
}
