import type { Settings, User } from '../model/records.js'

/** Who calls, and the settings as they were read for this request. */
export interface Caller {
  readonly user: User
  readonly settings: Settings
}
