import type { Request } from 'express'
import { withoutTrailing } from '../text/trimming.js'
import type { TellMistake } from '../host/host-mistakes.js'

/** Reports mistakes in how a router is mounted; `hookUrl` is the URL that hook URLs start with. */
export function createTellMounting(
  tell: TellMistake,
  hookUrl: string | null,
): (req: Request) => void {
  const expected = hookUrl === null ? null : withoutTrailing(new URL(hookUrl).pathname, '/')
  let mountedAt: string | null = null
  return (req) => {
    // The public path may have a prefix that a proxy removes.
    if (expected !== null && req.baseUrl !== mountedAt) {
      mountedAt = req.baseUrl
      // Express matches paths ignoring case.
      if (!expected.toLowerCase().endsWith(mountedAt.toLowerCase()))
        tell('EIW_HOOKS_PATH', { mountedAt, hookUrl })
    }
    if (req.headers['x-forwarded-for'] === undefined) return
    const trusted: unknown = req.app.get('trust proxy')
    if (trusted === undefined || trusted === false) tell('EIW_FORWARDED_WITHOUT_TRUST')
  }
}
