import type { HookSettings, IncomingWebhook } from 'express-incoming-webhooks'
import type { PreviousKey, RateLimit } from '../../lib/model/records.js'

// Compiled, never run. The records are made of tables of fields; hosts write these members.
interface WrittenWebhook {
  readonly id: string
  readonly keyDigest: string
  readonly keyCipher: string
  readonly keyHint: string
  readonly signingSalt: string
  readonly previousKey: PreviousKey | null
  readonly createAt: number
  readonly updateAt: number
  readonly userId: string
  readonly channelId: string
  readonly teamId: string
  readonly displayName: string
  readonly description: string
  readonly username: string
  readonly iconUrl: string
  readonly iconEmoji: string
  readonly channelLocked: boolean
  readonly enabled: boolean
  readonly expiresAt: number
  readonly lastUsed: number
  readonly rateLimit: RateLimit | null
}

interface WrittenSettings {
  readonly enableIncomingWebhooks: boolean
  readonly enableOnlyAdminIntegrations: boolean
  readonly enablePostUsernameOverride: boolean
  readonly enablePostIconOverride: boolean
  readonly restrictDirectMessagesToCreator: boolean
  readonly enableWebhookDebugging: boolean
  readonly consoleLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
}

/** True where neither type allows anything that the other does not. */
type Same<A, B> = [A, B] extends [B, A] ? true : false

export const webhook: Same<Pick<IncomingWebhook, keyof WrittenWebhook>, WrittenWebhook> = true
export const settings: Same<Pick<HookSettings, keyof WrittenSettings>, WrittenSettings> = true
