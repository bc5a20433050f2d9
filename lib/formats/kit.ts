/** What formats are written with. Hosts have most of it in the entry `/formats`. */
export * from './drafts/draft.js'
export * from './drafts/pieces.js'
export { between, duration, minute } from './drafts/times.js'
export { type FactSlots, loginOf, type PeopleSlots } from './facts.js'
export type { FormatBody, FormatRequest, JsonMembers } from './format-request.js'
export {
  type EventFacts,
  type Format,
  type FormatChange,
  type FormatReading,
  type ReceiptPost,
  SKIPPED_ID,
} from './format.js'
export * from './json-members.js'
export * from './meanings.js'
export * from './report.js'
export * from './reporter.js'
export * from './words.js'
export type { IncidentState } from '../model/incidents.js'
export { isObject } from '../model/json.js'
export { isWebUrl } from '../text/links.js'
