import type { Settings, User } from '../model/records.js'

/** The caller, and the settings as read for this request. */
export interface Caller {
  readonly user: User
  readonly settings: Settings
}
