import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ClientSettings, readClientSettings } from '../api/settings.js'
import { type Me, readMe } from '../api/directory.js'
import { config } from '../config.js'

/** The signed-in user, and what the server allows. */
export interface Session {
  readonly me: Me
  readonly settings: ClientSettings
  /** Reloads the session, because a setting may have changed. */
  readonly refresh: () => void
}

export async function readSession(): Promise<Omit<Session, 'refresh'>> {
  const [me, settings] = await Promise.all([readMe(), readClientSettings()])
  return { me, settings }
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('no session above this component')
  return session
}

/** Whether this user can see *Integrations*. */
export function servesIntegrations({ me, settings }: Pick<Session, 'me' | 'settings'>): boolean {
  return settings.enableIncomingWebhooks && (me.admin || !settings.enableOnlyAdminIntegrations)
}

/** The title of the settings page, which had another name before 5.12. */
export function integrationsTitle({ settings }: Pick<Session, 'settings'>): string {
  const [major = NaN, minor = 0] = (config.compatVersion || settings.version).split('.').map(Number)
  return major < 5 || (major === 5 && minor < 12) ? 'Custom Integrations' : 'Integration Management'
}
