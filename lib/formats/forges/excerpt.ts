import { beginning, countCodePoints } from '../../text/code-points.js'
import { lines, MOST_LINES, prose, type Text } from '../kit.js'

/** Code points of a comment that are shown: enough to know whether to open it. */
const LONGEST = 300
/** Code points that are looked at. */
const MOST_READ = 4_000

const COMMENT = /<!--[^]*?(?:-->|$)/g
const TAG =
  /<\/?(?:a|b|br|code|details|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|pre|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)(?=[\s/>])[^<>]{0,500}>/gi
const PICTURE = /!\[[^[\]\n]{0,200}\]\([^()\s]{0,1000}\)/g
const LINK = /\[([^[\]\n]{0,200})\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,100}")?\)/g
const STRONG = /(\*\*|__)(?=\S)([^*_\n]{1,300})\1/g
const FENCE = /^(?:```|~~~).{0,50}$/
const HEADING_OR_QUOTE = /^\s{0,3}(?:#{1,6}\s|>\s?)\s*/
const ITEM = /^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/

/**
 * The beginning of what somebody wrote in Markdown, as plain lines. It comes from strangers, so nothing
 * of it works: labels of links are only words, and addresses show themselves.
 */
export function excerpt(markdown: string): Text {
  const kept = beginning(markdown, MOST_READ)
    .replaceAll('\r\n', '\n')
    .replace(COMMENT, '')
    .replace(TAG, '')
    .replace(PICTURE, '')
    .replace(LINK, '$1')
    .replace(STRONG, '$2')
  const written = kept.split('\n').filter((line) => !FENCE.test(line.trim()))
  const shown = written.map(plainLine).filter((line) => line !== '' && line !== '---')
  const first = shown.slice(0, MOST_LINES).join('\n')
  const isAll = shown.length <= MOST_LINES && countCodePoints(first) <= LONGEST
  const text = isAll ? first : `${beginning(first, LONGEST).trimEnd()}…`
  return lines(...text.split('\n').map(prose))
}

function plainLine(line: string): string {
  const text = line.replace(HEADING_OR_QUOTE, '').replace(ITEM, '• ').replaceAll('`', '')
  return text.trim()
}
