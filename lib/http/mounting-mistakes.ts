import type { IncomingHttpHeaders } from 'node:http'
import { withoutTrailing } from '../text/ends.js'
import type { TellMistake } from '../host/host-mistakes.js'

export interface Mounted {
  /** The path below which the hooks are. */
  readonly mountedAt: string
  /** The host's setting `trust proxy`. */
  readonly trusts: () => unknown
}

/** Reports mistakes in how the hooks are mounted. */
export type TellMounting = (headers: IncomingHttpHeaders, mounted: Mounted) => void

/** `hookUrl` is the URL that hook URLs start with. */
export function createTellMounting(tell: TellMistake, hookUrl: string | null): TellMounting {
  const expected = hookUrl === null ? null : withoutTrailing(new URL(hookUrl).pathname, '/')
  let known: string | null = null
  return (headers, { mountedAt, trusts }) => {
    // The public path may have a prefix that a proxy removes.
    if (expected !== null && mountedAt !== known) {
      known = mountedAt
      // Express matches paths ignoring case.
      if (!expected.toLowerCase().endsWith(mountedAt.toLowerCase())) {
        tell('EIW_HOOKS_PATH', { mountedAt, hookUrl })
      }
    }
    if (isBehindUnknownProxy(headers, trusts)) tell('EIW_FORWARDED_WITHOUT_TRUST')
  }
}

/** Whether a request came through a proxy that the host does not trust, so that all have one address. */
export function isBehindUnknownProxy(
  headers: IncomingHttpHeaders,
  trusts: Mounted['trusts'],
): boolean {
  if (headers['x-forwarded-for'] === undefined) return false
  const trusted = trusts()
  return trusted === undefined || trusted === false
}
