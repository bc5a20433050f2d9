/**
 * How to describe what another program sends: `reporter` says where its bodies have what is shown. The
 * pieces are for texts that it makes of several members.
 */
export { clock, meant, reporter } from './reporter.js'
export type { Report } from './report.js'
export { acknowledged, closed, note, open, update } from './meanings.js'
export { listAt, numberAt, textAt } from './json-members.js'
export {
  bold,
  code,
  fence,
  inlineMarkdown,
  italic,
  lines,
  link,
  list,
  markdown,
  type Piece,
  paragraph,
  prose,
  quote,
  strike,
  table,
  type Text,
} from './drafts/pieces.js'
export type { Card, Draft, Whole } from './drafts/draft.js'
export type { FactSlots, PeopleSlots } from './facts.js'
export type { FormatBody } from './format-request.js'
export type {
  EventFacts,
  Format,
  FormatChange,
  FormatMessages,
  FormatReading,
  ShownParts,
} from './format.js'
export { allFormats } from './all.js'
