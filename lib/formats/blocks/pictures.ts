import type { RichText } from '../../model/message.js'
import { isLinkTarget, isPictureUrl } from '../../text/links.js'
import { type Members, readMembers } from '../reading.js'
import { plain, type Sheet } from './sheet.js'
import { lineMember, linkTo, stringMember } from './text-objects.js'
import { memberNames } from '../member-names.js'

const IMAGE = memberNames(`
  type block_id title alt_text image_url slack_file image_width image_height image_bytes
  fallback
`)
const SLACK_FILE = new Set(['id', 'url'])

/** An image block: its title, and the picture. */
export function showImage(value: unknown, path: string, sheet: Sheet): void {
  const image = readMembers(value, path, IMAGE, sheet.reading)
  const title = lineMember(image, 'title', sheet)
  const shown = pictureOf(image, sheet)
  sheet.paragraph(
    title.length > 0 && shown.length > 0 ? [...title, plain('\n'), ...shown] : [...title, ...shown],
  )
}

/** An image element as a picture. */
export function readPicture(value: unknown, path: string, sheet: Sheet): RichText {
  return pictureOf(readMembers(value, path, IMAGE, sheet.reading), sheet)
}

/** An image that Slack shows at text size. It becomes a link, because Markdown pictures have no such size. */
export function readIcon(value: unknown, path: string, sheet: Sheet): RichText {
  const image = readMembers(value, path, IMAGE, sheet.reading)
  const address = addressOf(image, sheet)
  return address === '' ? stringMember(image, 'alt_text') : linkTo(address, label(image, address))
}

function pictureOf(image: Members, sheet: Sheet): RichText {
  const address = addressOf(image, sheet)
  return address === ''
    ? stringMember(image, 'alt_text')
    : pictureAt(address, label(image, address))
}

/** A Markdown picture. The URL must have been checked. */
export function pictureAt(address: string, words: string): RichText {
  return linkTo(address, words).map((node) => ({ ...node, text: `!${node.text}` }))
}

/** Characters that senders leave unencoded in URLs. */
const NOT_ENCODED = /[\s\u0000-\u0020\u007f]/g

/** A picture's URL for Markdown; `''` if pages may not load it. */
export function vettedPicture(url: string, path: string, sheet: Sheet): string {
  if (url === '') return ''
  const address = url.trim().replace(NOT_ENCODED, encodeURIComponent)
  if (isPictureUrl(address) && isLinkTarget(address, true)) return address
  sheet.reading.add(path, 'not a picture URL')
  return ''
}

function addressOf(image: Members, sheet: Sheet): string {
  const file = image.get('slack_file')
  if (file === undefined)
    return vettedPicture(image.string('image_url'), image.at('image_url'), sheet)
  const members = readMembers(file, image.at('slack_file'), SLACK_FILE, sheet.reading)
  const url = members.string('url')
  if (url !== '') return vettedPicture(url, members.at('url'), sheet)
  sheet.reading.add(members.path, 'files stored in Slack cannot be shown')
  return ''
}

function label(image: Members, address: string): string {
  return image.string('alt_text').trim() || address
}
