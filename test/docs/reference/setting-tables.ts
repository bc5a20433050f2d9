import { fieldNames } from '../../../lib/model/fields.js'
import { type SettingField, SETTINGS_FIELDS } from '../../../lib/model/settings-fields.js'
import { code, tableOf } from './markdown-table.js'

/** The meaning of each setting; the console says more. */
const TEXTS: Readonly<Record<keyof typeof SETTINGS_FIELDS, string>> = {
  enableIncomingWebhooks: 'off: requests get `webhooks_disabled`; webhooks are kept',
  enableOnlyAdminIntegrations:
    'only administrators can create webhooks; existing ones keep posting',
  enablePostUsernameOverride:
    'payloads and webhooks can choose the name that is shown; off: `webhook`',
  enablePostIconOverride:
    'payloads and webhooks can choose a picture or an emoji; off: the picture of your app',
  restrictDirectMessagesToCreator:
    "payloads can post to a direct channel only if the webhook's owner is a member of it",
  webhookDeliveryBodies:
    'of which requests the log keeps [what was sent](#the-log-of-requests); `refused`: also of failed ones',
  webhookDeliveryDays: 'how many days the log keeps a request',
  webhookDeliveryCount:
    'how many requests of each webhook the log keeps; half are for accepted ones',
  enableWebhookDebugging: 'writes one [line](#log-lines) for each request, without keys',
  consoleLevel: 'the least serious lines that are written',
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
