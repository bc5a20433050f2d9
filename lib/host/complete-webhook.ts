import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { fieldNames, recordOf } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'

const NAMES = fieldNames(DEFAULT_WEBHOOK)

/** A record with defaults for fields that did not exist when the host stored it. */
export function completeWebhook(found: IncomingWebhook): IncomingWebhook {
  const stored: Partial<IncomingWebhook> = found
  const isMissing = (name: keyof IncomingWebhook): boolean => stored[name] === undefined
  if (!NAMES.some(isMissing)) return found
  const complete = recordOf<IncomingWebhook>(NAMES, (name) =>
    isMissing(name) ? DEFAULT_WEBHOOK[name] : found[name],
  )
  return { ...found, ...complete }
}
