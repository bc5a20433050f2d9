import { initialValues } from './fields.js'
import type { IncomingWebhook, HookSettings } from './records.js'
import { SETTINGS_FIELDS } from './settings-fields.js'
import { CALLER_FIELDS, HIDDEN_FIELDS, SERVER_FIELDS } from './webhook-fields.js'

/** The default of every setting. */
export const DEFAULT_SETTINGS: HookSettings = initialValues(SETTINGS_FIELDS)

/**
 * A webhook with the default of every field; ids and digests are empty. Stores can use it to complete
 * records that were written before some of the fields existed.
 */
export const DEFAULT_WEBHOOK: IncomingWebhook = {
  ...initialValues(SERVER_FIELDS),
  ...initialValues(HIDDEN_FIELDS),
  ...initialValues(CALLER_FIELDS),
}
