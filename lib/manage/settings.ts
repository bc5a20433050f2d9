import type { Settings } from '../model/records.js'
import type { SettingsPatch } from './schemas.js'

/** Settings under the reference's names, nested as there (contract, section 8). */
export interface SettingsView {
  readonly ServiceSettings: {
    readonly EnableIncomingWebhooks: boolean
    readonly EnableOnlyAdminIntegrations: boolean
    readonly EnablePostUsernameOverride: boolean
    readonly EnablePostIconOverride: boolean
    readonly RestrictDirectMessagesToCreator: boolean
  }
  readonly LogSettings: {
    readonly EnableWebhookDebugging: boolean
    readonly ConsoleLevel: Settings['consoleLevel']
  }
}

/** All settings as an administrator sees them. */
export function settingsView(settings: Settings): SettingsView {
  return {
    ServiceSettings: {
      EnableIncomingWebhooks: settings.enableIncomingWebhooks,
      EnableOnlyAdminIntegrations: settings.enableOnlyAdminIntegrations,
      EnablePostUsernameOverride: settings.enablePostUsernameOverride,
      EnablePostIconOverride: settings.enablePostIconOverride,
      RestrictDirectMessagesToCreator: settings.restrictDirectMessagesToCreator,
    },
    LogSettings: {
      EnableWebhookDebugging: settings.enableWebhookDebugging,
      ConsoleLevel: settings.consoleLevel,
    },
  }
}

/** What every signed-in client may know; all values are strings, as in the reference's old format. */
export interface ClientSettingsView {
  readonly EnableIncomingWebhooks: string
  readonly EnableOnlyAdminIntegrations: string
  readonly EnablePostUsernameOverride: string
  readonly EnablePostIconOverride: string
  readonly Version: string
  readonly SiteURL: string
}

/** The client settings; `siteUrl` is shown as it is given. */
export function clientSettingsView(
  settings: Settings,
  host: { readonly compatVersion: string; readonly siteUrl: string },
): ClientSettingsView {
  return {
    EnableIncomingWebhooks: String(settings.enableIncomingWebhooks),
    EnableOnlyAdminIntegrations: String(settings.enableOnlyAdminIntegrations),
    EnablePostUsernameOverride: String(settings.enablePostUsernameOverride),
    EnablePostIconOverride: String(settings.enablePostIconOverride),
    Version: host.compatVersion,
    SiteURL: host.siteUrl,
  }
}

/** What a patch changes: only the members it names. */
export function settingsChanges({
  ServiceSettings: service,
  LogSettings: log,
}: SettingsPatch): Partial<Settings> {
  return {
    ...given('enableIncomingWebhooks', service?.EnableIncomingWebhooks),
    ...given('enableOnlyAdminIntegrations', service?.EnableOnlyAdminIntegrations),
    ...given('enablePostUsernameOverride', service?.EnablePostUsernameOverride),
    ...given('enablePostIconOverride', service?.EnablePostIconOverride),
    ...given('restrictDirectMessagesToCreator', service?.RestrictDirectMessagesToCreator),
    ...given('enableWebhookDebugging', log?.EnableWebhookDebugging),
    ...given('consoleLevel', log?.ConsoleLevel),
  }
}

function given<Name extends keyof Settings>(
  name: Name,
  value: Settings[Name] | null | undefined,
): Partial<Settings> {
  return value === null || value === undefined ? {} : { [name]: value }
}
