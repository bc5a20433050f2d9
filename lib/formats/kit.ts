/** What formats are written with. Hosts have most of it in the entry `/formats`. */
export { fieldValueOf, valueOf } from './body-value.js'
export { Elements } from './elements.js'
export type { Card, CardField, CardLink, Color, Draft, Whole } from './drafts/draft.js'
export * from './drafts/pieces.js'
export { between, duration, minute } from './drafts/times.js'
export { factsOf, type KnownFacts } from './event-facts.js'
export type {
  EventFacts,
  Format,
  FormatBody,
  FormatChange,
  FormatReading,
  FormatRequest,
  JsonMembers,
  ReceiptPost,
} from './format.js'
export { SKIPPED_ID } from './format.js'
export * from './json-members.js'
export * from './meanings.js'
export * from './report.js'
export * from './reporter.js'
export { firstText, firstTime, memberAt } from './slots.js'
export * from './words.js'
export type { IncidentState } from '../model/incidents.js'
export { isObject } from '../model/json.js'
export { isWebUrl } from '../text/links.js'
