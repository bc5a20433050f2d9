// What pages in a browser need of this entry: nothing here loads markdown-it.
export { PostAllowance } from '../rules/post-allowance.js'
export { type PostToShow, readPost, type ShownAttachment } from '../rules/shown-post.js'
export type { ShownChange } from '../rules/incident-history.js'
export { readChanges, readIncident, type ShownIncident } from '../rules/shown-incident.js'
