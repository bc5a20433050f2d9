import { unshownIn } from '../../../lib/formats/drafts/unshown.js'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import type { FormatRequest } from '../../../lib/formats/format-request.js'
import type { Format } from '../../../lib/formats/format.js'
import { textAt } from '../../../lib/formats/json-members.js'
import type { RichText } from '../../../lib/model/message.js'

/** What readers see of a message: each of its parts on a line. */
export interface ShownChat {
  readonly lines: readonly string[]
  /** The paths of warnings, in order of their alphabet. */
  readonly warned: readonly string[]
}

export function chatShown(
  format: Format,
  value: unknown,
  request: Partial<FormatRequest> = {},
): ShownChat {
  const body =
    typeof value === 'string'
      ? ({ kind: 'text', text: value } as const)
      : ({ kind: 'json', value, text: JSON.stringify(value) } as const)
  const reading = format.read({ headers: {}, query: {}, body, ...request })
  if (reading.kind !== 'message') throw new Error(`${format.name} answers ${reading.kind}`)
  const { draft } = reading
  const written = writeDraft(draft)
  const told = [...(draft.losses ?? []), ...unshownIn(draft, written)]
  return {
    lines: [
      plain(written.text),
      ...written.attachments.flatMap((card) => [
        ...['color', 'author_name'].map((name) => textAt(card.plain, name)),
        [plain(card.title), textAt(card.plain, 'title_link')].join(' ').trim(),
        plain(card.text),
        ...card.fields.map(({ title, value }) => `${title}: ${plain(value)}`),
        ...['image_url', 'thumb_url', 'thumb_alt'].map((name) => textAt(card.plain, name)),
        plain(card.footer),
        ...card.actions.map(({ stored }) => `[${textAt(stored, 'name')}] ${textAt(stored, 'url')}`),
      ]),
    ].filter((line) => line !== ''),
    warned: told.map(({ path }) => path).sort(),
  }
}

function plain(nodes: RichText): string {
  return nodes.map((node) => node.text).join('')
}
