import { type ChoiceField, type Field, type FlagField, kinds, type ValuesOf } from './fields.js'

/** Sections of the reference's configuration. */
export type Section = 'ServiceSettings' | 'LogSettings'

export const SECTIONS: readonly Section[] = ['ServiceSettings', 'LogSettings']

interface SettingRules {
  readonly section: Section
  /** The part of the console that shows it. */
  readonly group: 'use' | 'appearance' | 'logging'
  readonly label: string
  readonly hint: string
}

const { flag, choice } = kinds<SettingRules>()

// To add a setting, add a line to one of these two tables and write the code that uses it. The rest
// follows: types, defaults, validation, the API and the console.

/** Settings that every signed-in client receives. */
export const CLIENT_SETTINGS = {
  /** Off: requests are rejected (`webhooks_disabled`); webhooks are kept. Default: on. */
  enableIncomingWebhooks: flag({
    wire: 'EnableIncomingWebhooks',
    section: 'ServiceSettings',
    initial: true,
    sample: false,
    group: 'use',
    label: 'Enable Incoming Webhooks',
    hint: 'When off, requests are refused with “Incoming webhooks have been disabled by the system admin” and Integrations is hidden from the Main Menu. Webhooks are kept.',
  }),
  /** On: only administrators can create webhooks. Existing ones keep posting. Default: off. */
  enableOnlyAdminIntegrations: flag({
    wire: 'EnableOnlyAdminIntegrations',
    section: 'ServiceSettings',
    sample: true,
    group: 'use',
    label: 'Restrict webhook creation to administrators',
    hint: 'When on, only administrators can create webhooks, and others do not see Integrations. Existing webhooks keep posting.',
  }),
  /**
   * On: payloads and webhooks can choose the name that is shown. Off: it is `webhook`. Default:
   * off.
   */
  enablePostUsernameOverride: flag({
    wire: 'EnablePostUsernameOverride',
    section: 'ServiceSettings',
    sample: true,
    group: 'appearance',
    label: 'Enable integrations to override usernames',
    hint: 'When on, a payload can choose the name that is shown. When off, the name is “webhook”.',
  }),
  /**
   * On: payloads and webhooks can choose a picture or an emoji. Off: the picture of the post's user
   * is shown. Default: off.
   */
  enablePostIconOverride: flag({
    wire: 'EnablePostIconOverride',
    section: 'ServiceSettings',
    sample: true,
    group: 'appearance',
    label: 'Enable integrations to override profile picture icons',
    hint: 'When on, a payload can choose a picture or an emoji. When off, the picture is that of your app for the webhook or its owner.',
  }),
}

/** Settings that only administrators see. */
const OWN_SETTINGS = {
  /**
   * On: a payload can post to a direct channel only if the webhook's owner is a member. Default:
   * off.
   */
  restrictDirectMessagesToCreator: flag({
    wire: 'RestrictDirectMessagesToCreator',
    section: 'ServiceSettings',
    sample: true,
    group: 'use',
    label: 'Restrict direct messages to the creator',
    hint: "When on, a payload can post to a direct channel only if the webhook's owner is a member of it.",
  }),
  /**
   * Of which requests the log keeps what was sent, encrypted, for 24 hours: of those that were refused or
   * failed, of all, or of none. Default: `refused`.
   */
  webhookDeliveryBodies: choice(['refused', 'all', 'none'], {
    wire: 'WebhookDeliveryBodies',
    section: 'ServiceSettings',
    sample: 'all',
    group: 'logging',
    words: { refused: 'Refused and failed', all: 'All requests', none: 'None' },
    label: 'Keep what was sent',
    hint: 'For 24 hours, encrypted, so that owners can look at it and send it again. Never of requests with an unknown key or a wrong signature.',
  }),
  /** Days after which the log forgets a request. Default: 7. */
  webhookDeliveryDays: choice(['7', '1', '30', '90'], {
    wire: 'WebhookDeliveryDays',
    section: 'ServiceSettings',
    sample: '30',
    group: 'logging',
    words: { 1: '1 day', 7: '7 days', 30: '30 days', 90: '90 days' },
    label: 'Keep requests for',
    hint: 'How long the log of a webhook remembers a request.',
  }),
  /** How many requests the log keeps of each webhook. Default: 1,000. */
  webhookDeliveryCount: choice(['1000', '100', '5000'], {
    wire: 'WebhookDeliveryCount',
    section: 'ServiceSettings',
    sample: '100',
    group: 'logging',
    words: { 100: 'The last 100', 1000: 'The last 1,000', 5000: 'The last 5,000' },
    label: 'Requests of each webhook',
    hint: 'Half of them are for requests that were accepted, the rest for those that were refused: neither pushes out the other.',
  }),
  /** On: the debug log gets a line for every request to a webhook. Default: off. */
  enableWebhookDebugging: flag({
    wire: 'EnableWebhookDebugging',
    section: 'LogSettings',
    sample: true,
    group: 'logging',
    label: 'Enable Webhook Debugging',
    hint: 'Writes one line for every webhook request: what was received, the result, and the reason if it was refused. Keys are never logged, and long texts are shortened.',
  }),
  /** The least serious lines that the debug log keeps. Default: `INFO`. */
  consoleLevel: choice(['DEBUG', 'INFO', 'WARN', 'ERROR'], {
    wire: 'ConsoleLevel',
    section: 'LogSettings',
    initial: 'INFO',
    sample: 'WARN',
    group: 'logging',
    label: 'Console Log Level',
    hint: 'DEBUG logs everything; ERROR logs only failures.',
  }),
}

export const SETTINGS_FIELDS = { ...CLIENT_SETTINGS, ...OWN_SETTINGS }

export type ClientSettings = ValuesOf<typeof CLIENT_SETTINGS>
export type OwnSettings = ValuesOf<typeof OWN_SETTINGS>

/** A setting of any kind. */
export type SettingField = (FlagField | ChoiceField) & SettingRules

type AllSettings = ValuesOf<typeof SETTINGS_FIELDS>

/** All settings, each with the type of its values. */
export type SettingFields = {
  readonly [Name in keyof AllSettings]: Field<AllSettings[Name]> & SettingRules
}
