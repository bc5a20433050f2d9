import { initialValues } from './fields.js'
import type { IncomingWebhook, Settings } from './records.js'
import { SETTINGS_FIELDS } from './settings-fields.js'
import { CALLER_FIELDS, HIDDEN_FIELDS, SERVER_FIELDS } from './webhook-fields.js'

/** The default of every setting. */
export const DEFAULT_SETTINGS: Settings = initialValues(SETTINGS_FIELDS)

/**
 * A webhook whose every field is as it is until somebody sets it; ids and digests are empty. A store
 * puts it under a record that was written before some of the fields existed.
 */
export const DEFAULT_WEBHOOK: IncomingWebhook = {
  ...initialValues(SERVER_FIELDS),
  ...initialValues(HIDDEN_FIELDS),
  ...initialValues(CALLER_FIELDS),
}
