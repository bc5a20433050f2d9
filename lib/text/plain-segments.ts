import { atName } from './at-names.js'
import { FoundPieces, type FoundSegment } from './found-pieces.js'
import type { MentionTexts } from './mention-texts.js'

/** What shows that a word holds an address, alone or as `(address)`. */
const ADDRESS = /:\/\/|^\(?(?:mailto|tel|sms):|^\(\//i

/** Plain text in pieces for the splitter: mentions, and words that hold an address, stay whole. */
export function segmentsOfPlain(text: string, mentions: MentionTexts): readonly FoundSegment[] {
  const pieces = new FoundPieces(text)
  let behind = 0
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (pieces.isFull) break
    const end = index + word.length
    behind = Math.max(behind, index)
    if (behind === index && ADDRESS.test(word)) pieces.solid(index, end)
    else if (word.includes('@')) behind = findNames(text, { from: behind, end }, mentions, pieces)
  }
  return pieces.segments()
}

/** The end of the last name: a mention may reach over the end of its word. */
function findNames(
  text: string,
  { from, end }: { readonly from: number; readonly end: number },
  mentions: MentionTexts,
  pieces: FoundPieces,
): number {
  let behind = from
  for (let at = text.indexOf('@', from); at !== -1 && at < end; at = text.indexOf('@', behind)) {
    if (pieces.isFull) break
    const mention = mentions.at(text, at)
    const name = atName(text, at)
    behind = mention === null ? name.end : at + mention.length
    if (mention !== null || name.isName) pieces.solid(at, behind, mention)
  }
  return behind
}
