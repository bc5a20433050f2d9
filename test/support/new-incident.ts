import type { HookIncident } from 'express-incoming-webhooks'

export function newIncident(changes: Partial<HookIncident> = {}): HookIncident {
  return {
    webhookId: 'hook',
    channelId: 'channel',
    key: 'disk full',
    postId: '',
    title: 'The disk is full',
    state: 'open',
    count: 1,
    since: 1,
    until: null,
    closedAt: null,
    history: [],
    at: null,
    lastAt: 1,
    fingerprint: 'a'.repeat(64),
    expiresAt: 9_000_000_000_000,
    version: 1,
    ...changes,
  }
}
