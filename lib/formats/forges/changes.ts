import type { Change } from './topics.js'

// What people do at all forges.

export const OPENED: Change = { did: 'opened', state: 'open', tells: 'beginning' }
export const REOPENED: Change = { did: 'reopened', state: 'open' }
export const CLOSED: Change = { did: 'closed', state: 'closed', tells: 'end' }
export const DONE: Change = { ...CLOSED, color: 'good' }
export const MERGED: Change = { ...DONE, did: 'merged' }
export const CHANGED: Change = { did: 'changed' }
export const APPROVED: Change = { did: 'approved', color: 'good' }
export const UNAPPROVED: Change = { did: 'no longer approves', color: 'warning' }
export const OBJECTED: Change = { did: 'requested changes in', color: 'warning' }
