/** The formats of other programs, and the pieces that a host's own format builds messages of. */
export { allFormats } from './all.js'
export type { Card, Draft } from './drafts/draft.js'
export {
  bold,
  code,
  fence,
  italic,
  joined,
  lines,
  link,
  list,
  markdown,
  type Piece,
  prose,
  quote,
  strike,
  type Text,
} from './drafts/pieces.js'
export type { EventFacts, Format, FormatBody, FormatReading } from './format.js'
export { listAt, numberAt, textAt, timeAt } from './json-members.js'
