import type { RichText } from '../../../model/message.js'
import { ICON_TITLE, isLinkTarget, isPictureUrl } from '../../../text/links.js'
import { onOneLine } from '../../../text/one-line.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { joined, type Sheet, type Thumb } from './sheet.js'
import { lineMember, linkTo, stringMember } from './text-objects.js'

export const IMAGE = memberNames(`
  type block_id title alt_text image_url slack_file image_width image_height image_bytes
  fallback
`)
/** As much as the name of a button. */
const MAX_ALT = 300
const SLACK_FILE = new Set(['id', 'url'])

/** An image block: its title, and the picture. */
export function showImage(image: Members, sheet: Sheet): void {
  sheet.paragraph(joined([lineMember(image, 'title', sheet), readPicture(image)], '\n'))
}

/** An image element as a picture. */
export function readPicture(image: Members | null): RichText {
  if (image === null) return []
  const address = addressOf(image)
  return address === ''
    ? stringMember(image, 'alt_text')
    : pictureAt(address, image.string('alt_text').trim() || address)
}

/** An image that stands beside a text; `instead` are its words if pages may not load it. */
export function readThumb(image: Members): {
  readonly thumb: Thumb | null
  readonly instead: RichText
} {
  const url = addressOf(image)
  if (url === '') return { thumb: null, instead: stringMember(image, 'alt_text') }
  const words = onOneLine(image.string('alt_text')).trim()
  const alt = image.shortened('alt_text', words, MAX_ALT)
  return { thumb: { url, alt }, instead: [] }
}

/**
 * An image that Slack shows at text size: a Markdown picture with the title `icon`, which other
 * renderers show as a picture, and can make small (docs/rendering.md).
 */
export function readIcon(image: Members | null): RichText {
  return readPicture(image).map((node) =>
    node.kind === 'link' ? { ...node, text: `${node.text.slice(0, -1)} "${ICON_TITLE}")` } : node,
  )
}

/** A Markdown picture. The URL must have been checked. */
export function pictureAt(address: string, words: string): RichText {
  return linkTo(address, words).map((node) => ({ ...node, text: `!${node.text}` }))
}

/** Characters that senders leave unencoded in URLs. */
const NOT_ENCODED = /[\s\u0000-\u0020\u007f]/g

/** A member that is a picture's URL, for Markdown; `''` if pages may not load it. */
export function pictureMember(block: Members, name: string): string {
  const address = block.string(name).trim().replace(NOT_ENCODED, encodeURIComponent)
  if (isPictureUrl(address) && isLinkTarget(address, true)) return address
  if (block.string(name) !== '') block.warn(name, 'not a picture URL')
  return ''
}

function addressOf(image: Members): string {
  const file = image.inner('slack_file', SLACK_FILE)
  if (file === null) return pictureMember(image, 'image_url')
  if (file.string('url') !== '') return pictureMember(file, 'url')
  image.warn('slack_file', 'files stored in Slack cannot be shown')
  return ''
}
