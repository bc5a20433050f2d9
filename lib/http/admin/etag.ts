import type { IncomingWebhook } from '../../model/records.js'

/** Changes with every change of the record, not with its use. */
export function etagOf(webhook: IncomingWebhook): string {
  return `"${webhook.id}-${webhook.updateAt}"`
}

/**
 * The `updateAt` that an `If-Match` header asks for: undefined when any will do, -1 when none can.
 * `W/` is overlooked: compressing proxies put it before tags of ours.
 */
export function expectedUpdateAt(ifMatch: string | undefined, id: string): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  for (const tag of ifMatch.split(',')) {
    const [, tagId, updateAt] = /^\s*(?:W\/)?"(.+)-(\d{1,16})"\s*$/.exec(tag) ?? []
    if (tagId === id) return Number(updateAt)
  }
  return -1
}
