import type { RichText } from '../../../model/message.js'
import { ICON_TITLE, isLinkTarget, isPictureUrl } from '../../../text/links.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import {
  escapedWords,
  joined,
  lineMember,
  linkTo,
  nameMember,
  plain,
  type Sheet,
  stringMember,
  textMember,
} from './sheet.js'
import { onOneLine } from '../../../text/one-line.js'

const SHARED_FILE = memberNames('title name permalink url_private external_url id')

/** A video: its title as a link, its makers, its description and its thumbnail. */
export function showVideo(video: Members, sheet: Sheet): void {
  const words = video.string('alt_text')
  const title = nameMember(video, 'title') || words || 'Video'
  const heading = linkOrWords(title, linkMember(video, 'title_url', 'video_url'))
  const makers = [stringMember(video, 'author_name'), stringMember(video, 'provider_name')]
  const picture = pictureMember(video, 'thumbnail_url')
  sheet.paragraph(
    joined(
      [
        joined([heading, ...makers], ' · '),
        textMember(video, 'description', sheet),
        picture === '' ? [] : pictureAt(picture, words.trim() || title),
      ],
      '\n',
    ),
  )
}

/** A file: its name, as a link if it has a URL. */
export function showFile(block: Members, sheet: Sheet): void {
  const file = isObject(block.get('file')) ? block.inner('file', SHARED_FILE) : null
  const name = file?.string('title') || file?.string('name')
  const url = file ? linkMember(file, 'permalink', 'external_url', 'url_private') : ''
  const id = block.string('external_id') || block.string('file_id')
  sheet.reading.add(block.path, 'only the name of a file is shown')
  sheet.paragraph([plain('File: '), ...linkOrWords(name || url || id || 'unnamed', url)])
}

/** A call: its name, as a link to join it. */
export function showCall(block: Members, sheet: Sheet): void {
  const call = block.get('call')
  const inner = isObject(call) && isObject(call['v1']) ? call['v1'] : call
  if (!isObject(inner)) {
    sheet.reading.add(block.path, 'only the id of a call is shown')
    sheet.paragraph([plain('Call: '), ...stringMember(block, 'call_id')])
    return
  }
  const known = new Set(Object.keys(inner))
  const members = sheet.members({ value: inner, path: block.at('call') }, known)
  const url = linkMember(members, 'join_url', 'desktop_app_join_url')
  const name = members.string('name') || url || block.string('call_id')
  sheet.paragraph([plain('Call: '), ...linkOrWords(name, url)])
}

/** The first of these members that is a valid link target. */
export function linkMember(block: Members, ...names: readonly string[]): string {
  for (const name of names) {
    const url = block.string(name)
    if (url === '') continue
    if (isLinkTarget(url, true)) return url
    block.warn(name, 'links with this URL scheme are removed')
  }
  return ''
}

function linkOrWords(words: string, url: string) {
  return url === '' ? escapedWords(words, true) : [linkTo(url, words)]
}

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
export function readThumb(image: Members) {
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
  return [{ kind: 'link', text: `!${linkTo(address, words).text}` }]
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

function addressOf(image: Members) {
  const file = image.inner('slack_file', SLACK_FILE)
  if (file === null) return pictureMember(image, 'image_url')
  if (file.string('url') !== '') return pictureMember(file, 'url')
  image.warn('slack_file', 'files stored in Slack cannot be shown')
  return ''
}
