import type { HookSettings, HookUser } from '../model/records.js'
import type { Spelling } from '../model/sent.js'

/** The caller, the settings as read for this request, and how errors name fields. */
export interface Caller {
  readonly user: HookUser
  readonly settings: HookSettings
  readonly spell: Spelling
}
