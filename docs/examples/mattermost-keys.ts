// Brings the webhooks of a Mattermost server along, with their keys, so that their URLs stay.
// docs/moving.md shows how to call it: with a token of a system administrator, and with the place in
// your app for each webhook. Compiles as it stands.

import { createHash, randomBytes } from 'node:crypto'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'

/** The members of a webhook in Mattermost's API that are brought along. */
export interface OldWebhook {
  readonly id: string
  readonly create_at: number
  readonly display_name: string
  readonly description: string
  readonly username: string
  readonly icon_url: string
  readonly channel_locked: boolean
}

/** Where the webhook belongs in your app. */
export interface NewPlace {
  readonly userId: string
  readonly channelId: string
  readonly teamId: string
}

export async function oldWebhooks(site: string, token: string): Promise<readonly OldWebhook[]> {
  const found = new Map<string, OldWebhook>()
  for (let page = 0; ; page += 1) {
    const url = `${site}/api/v4/hooks/incoming?page=${page}&per_page=200`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`GET ${url}: ${response.status}`)
    const records = (await response.json()) as readonly OldWebhook[]
    if (records.length === 0) return [...found.values()]
    for (const record of records) found.set(record.id, record)
  }
}

export function broughtAlong(old: OldWebhook, place: NewPlace): IncomingWebhook {
  const oldKey = old.id
  return {
    ...DEFAULT_WEBHOOK,
    ...place,
    id: randomBytes(13).toString('hex'),
    keyDigest: createHash('sha256').update(oldKey).digest('hex'),
    keyHint: oldKey.slice(-4),
    createAt: old.create_at,
    updateAt: Date.now(),
    displayName: old.display_name || 'Incoming webhook',
    description: old.description,
    username: old.username,
    iconUrl: old.icon_url,
    channelLocked: old.channel_locked,
  }
}
