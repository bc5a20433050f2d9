import type { RichText } from '../../../model/message.js'
import { escapeText } from '../../../text/escape.js'
import { isLinkTarget } from '../../../text/links.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { pictureAt, pictureMember } from './pictures.js'
import { joined, plain, type Sheet } from './sheet.js'
import { linkTo, nameMember, stringMember, textMember } from './text-objects.js'

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
  const name = file ? file.string('title') || file.string('name') : ''
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

function linkOrWords(words: string, url: string): RichText {
  if (url !== '') return linkTo(url, words)
  return words === '' ? [] : [plain(escapeText(words, { inline: true }))]
}
