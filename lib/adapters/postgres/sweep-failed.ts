import { isUnavailable } from '../../model/errors.js'
import type { HookLog } from '../../model/log.js'

/** Logs why old rows are still there, unless all else fails too. */
export function sweepFailed(log: HookLog): (error: unknown) => void {
  return (error) => {
    if (!isUnavailable(error)) log('warn', 'old rows could not be deleted', { error })
  }
}
