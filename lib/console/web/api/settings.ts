import { isTrue, textOf, wireOf, type Wire } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

export const LEVELS = ['ERROR', 'WARN', 'INFO', 'DEBUG'] as const
export type Level = (typeof LEVELS)[number]

/** The settings that administrators change; the names are the API's. */
export interface Settings {
  readonly EnableIncomingWebhooks: boolean
  readonly EnableOnlyAdminIntegrations: boolean
  readonly EnablePostUsernameOverride: boolean
  readonly EnablePostIconOverride: boolean
  readonly RestrictDirectMessagesToCreator: boolean
  readonly EnableWebhookDebugging: boolean
  readonly ConsoleLevel: Level
}

export type SettingName = keyof Settings
/** The names of the settings that are on or off. */
export type SwitchName = Exclude<SettingName, 'ConsoleLevel'>

/** What every signed-in user may know of them. */
export type ClientSettings = Pick<
  Settings,
  | 'EnableIncomingWebhooks'
  | 'EnableOnlyAdminIntegrations'
  | 'EnablePostUsernameOverride'
  | 'EnablePostIconOverride'
> & { readonly version: string }

const LOG_SETTINGS: readonly SettingName[] = ['EnableWebhookDebugging', 'ConsoleLevel']

export async function readSettings(): Promise<Settings> {
  return settingsOf((await call('GET', 'config')).body)
}

/** Changes one setting and leaves the others as they are. */
export async function changeSetting<Name extends SettingName>(
  name: Name,
  value: Settings[Name],
): Promise<Settings> {
  const section = LOG_SETTINGS.includes(name) ? 'LogSettings' : 'ServiceSettings'
  return settingsOf(
    (await call('PUT', 'config/patch', { body: { [section]: { [name]: value } } })).body,
  )
}

export async function readClientSettings(): Promise<ClientSettings> {
  const wire = wireOf((await call('GET', 'config/client?format=old')).body)
  const isOn = (name: string): boolean => textOf(wire, name) === 'true'
  return {
    EnableIncomingWebhooks: isOn('EnableIncomingWebhooks'),
    EnableOnlyAdminIntegrations: isOn('EnableOnlyAdminIntegrations'),
    EnablePostUsernameOverride: isOn('EnablePostUsernameOverride'),
    EnablePostIconOverride: isOn('EnablePostIconOverride'),
    version: textOf(wire, 'Version'),
  }
}

function settingsOf(body: unknown): Settings {
  const service: Wire = wireOf(wireOf(body)['ServiceSettings'])
  const log: Wire = wireOf(wireOf(body)['LogSettings'])
  const level = textOf(log, 'ConsoleLevel')
  return {
    EnableIncomingWebhooks: isTrue(service, 'EnableIncomingWebhooks'),
    EnableOnlyAdminIntegrations: isTrue(service, 'EnableOnlyAdminIntegrations'),
    EnablePostUsernameOverride: isTrue(service, 'EnablePostUsernameOverride'),
    EnablePostIconOverride: isTrue(service, 'EnablePostIconOverride'),
    RestrictDirectMessagesToCreator: isTrue(service, 'RestrictDirectMessagesToCreator'),
    EnableWebhookDebugging: isTrue(log, 'EnableWebhookDebugging'),
    ConsoleLevel: LEVELS.find((each) => each === level) ?? 'INFO',
  }
}
