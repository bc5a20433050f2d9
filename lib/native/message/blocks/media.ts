import type { RichText } from '../../../model/message.js'
import { escapeText } from '../../../text/escape.js'
import { isLinkTarget } from '../../../text/links.js'
import { type Members, readMembers } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { pictureAt, vettedPicture } from './pictures.js'
import { joined, plain, type Sheet } from './sheet.js'
import { linkTo, nameMember, stringMember, textMember } from './text-objects.js'
import { memberNames } from '../../payload/member-names.js'

const VIDEO = memberNames(`
  type block_id title title_url video_url thumbnail_url alt_text description author_name
  provider_name provider_icon_url
`)
const FILE = new Set(['type', 'block_id', 'external_id', 'source', 'file_id', 'file'])
const SHARED_FILE = new Set(['title', 'name', 'permalink', 'url_private', 'external_url', 'id'])
const CALL = new Set(['type', 'block_id', 'call_id', 'call', 'api_decoration_available'])

/** A video: its title as a link, its makers, its description and its thumbnail. */
export function showVideo(value: unknown, path: string, sheet: Sheet): void {
  const video = readMembers(value, path, VIDEO, sheet.reading)
  const words = video.string('alt_text')
  const title = nameMember(video, 'title', sheet) || words || 'Video'
  const heading = linkOrWords(title, linkMember(video, ['title_url', 'video_url'], sheet))
  const makers = [stringMember(video, 'author_name'), stringMember(video, 'provider_name')]
  const picture = vettedPicture(video.string('thumbnail_url'), video.at('thumbnail_url'), sheet)
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
export function showFile(value: unknown, path: string, sheet: Sheet): void {
  const block = readMembers(value, path, FILE, sheet.reading)
  const inner = block.get('file')
  const file = isObject(inner)
    ? readMembers(inner, block.at('file'), SHARED_FILE, sheet.reading)
    : null
  const name = file ? file.string('title') || file.string('name') : ''
  const url = file ? linkMember(file, ['permalink', 'external_url', 'url_private'], sheet) : ''
  const id = block.string('external_id') || block.string('file_id')
  sheet.reading.add(path, 'only the name of a file is shown')
  sheet.paragraph([plain('File: '), ...linkOrWords(name || url || id || 'unnamed', url)])
}

/** A call: its name, as a link to join it. */
export function showCall(value: unknown, path: string, sheet: Sheet): void {
  const block = readMembers(value, path, CALL, sheet.reading)
  const call = block.get('call')
  const inner = isObject(call) && isObject(call['v1']) ? call['v1'] : call
  if (!isObject(inner)) {
    sheet.reading.add(path, 'only the id of a call is shown')
    sheet.paragraph([plain('Call: '), ...stringMember(block, 'call_id')])
    return
  }
  const known = new Set(Object.keys(inner))
  const members = readMembers(inner, block.at('call'), known, sheet.reading)
  const url = linkMember(members, ['join_url', 'desktop_app_join_url'], sheet)
  const name = members.string('name') || url || block.string('call_id')
  sheet.paragraph([plain('Call: '), ...linkOrWords(name, url)])
}

/** The first of these members that is a valid link target. */
export function linkMember(block: Members, names: readonly string[], sheet: Sheet): string {
  for (const name of names) {
    const url = block.string(name)
    if (url === '') continue
    if (isLinkTarget(url, true)) return url
    sheet.reading.add(block.at(name), 'links with this URL scheme are removed')
  }
  return ''
}

function linkOrWords(words: string, url: string): RichText {
  if (url !== '') return linkTo(url, words)
  return words === '' ? [] : [plain(escapeText(words, { inline: true }))]
}
