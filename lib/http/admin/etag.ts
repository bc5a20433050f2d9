import type { IncomingWebhook } from '../../model/records.js'

/** Changes with every change of the record, but not when its key is used. */
export function etagOf(webhook: IncomingWebhook): string {
  return `"${webhook.id}-${webhook.version}"`
}

/**
 * The `version` in an `If-Match` header: undefined if any version matches, -1 if none can.
 * `W/` is ignored, because compressing proxies add it.
 */
export function expectedVersion(ifMatch: string | undefined, id: string): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  for (const tag of ifMatch.split(',')) {
    const [, tagId, version] = /^\s*(?:W\/)?"(.+)-(\d{1,16})"\s*$/.exec(tag) ?? []
    if (tagId === id) return Number(version)
  }
  return -1
}
