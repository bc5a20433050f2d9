import type { HookSettings, HookUser } from '../model/records.js'

/** The caller, and the settings as read for this request. */
export interface Caller {
  readonly user: HookUser
  readonly settings: HookSettings
}
