import type { Request } from 'express'
import { withoutTrailing } from '../text/trimming.js'
import type { TellMistake } from '../host/host-mistakes.js'

/** Tells what is wrong with the way of requests to a router; `hookUrl` is the address that hook URLs begin with. */
export function createTellMounting(
  tell: TellMistake,
  hookUrl: string | null,
): (req: Request) => void {
  const expected = hookUrl === null ? null : withoutTrailing(new URL(hookUrl).pathname, '/')
  let mountedAt: string | null = null
  return (req) => {
    // A proxy may add a prefix of its own before the path that the host sees.
    if (expected !== null && req.baseUrl !== mountedAt) {
      mountedAt = req.baseUrl
      // Express takes paths in any case of letters.
      if (!expected.toLowerCase().endsWith(mountedAt.toLowerCase()))
        tell('EIW_HOOKS_PATH', { mountedAt, hookUrl })
    }
    if (req.headers['x-forwarded-for'] === undefined) return
    const trusted: unknown = req.app.get('trust proxy')
    if (trusted === undefined || trusted === false) tell('EIW_FORWARDED_WITHOUT_TRUST')
  }
}
