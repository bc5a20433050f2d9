import { fieldNames } from '../../../lib/model/fields.js'
import { type SettingField, SETTINGS_FIELDS } from '../../../lib/model/settings-fields.js'
import { code, tableOf } from './markdown-table.js'

/** The meaning of each setting; the console says more. */
const TEXTS: Readonly<Record<keyof typeof SETTINGS_FIELDS, string>> = {
  enableIncomingWebhooks: 'off: requests get `webhooks_disabled`; webhooks are kept',
  enableOnlyAdminIntegrations:
    'only administrators can create webhooks; existing ones keep posting',
  enablePostUsernameOverride: 'payloads and webhooks can choose a name; off: `webhook`',
  enablePostIconOverride: "likewise a picture or emoji; off: your app's picture",
  restrictDirectMessagesToCreator: "of direct channels, payloads can post only to the owner's",
  webhookDeliveryBodies:
    'of which requests the log keeps [what was sent](#the-log-of-requests); `refused`: also of failed ones',
  webhookDeliveryDays: 'days for which the log keeps a request',
  webhookDeliveryCount: 'requests of each webhook in the log; half for accepted ones',
  enableWebhookDebugging: 'writes a [line](#log-lines) for each request',
  consoleLevel: 'the least serious lines',
}

/** Every setting. */
export function everySetting(): readonly string[] {
  return tableOf(
    ['setting', 'values, the default first', 'meaning'],
    fieldNames(SETTINGS_FIELDS).map((name) => {
      const field: SettingField = SETTINGS_FIELDS[name]
      return [code(field.wire), valuesOf(field).map(code).join(', '), TEXTS[name]]
    }),
  )
}

function valuesOf(field: SettingField): readonly string[] {
  const values = field.kind === 'flag' ? [true, false] : field.choices
  const others = values.filter((value) => value !== field.initial)
  return [field.initial, ...others].map(String)
}
