import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.js'

const MAX_URL_LENGTH = 2_048

/** Rules for the URLs that buttons may call. */
export interface UrlRules {
  /** `host` (any port) or `host:port`, in lower case. These may be internal and may use http. */
  readonly allowedHosts: readonly string[]
  /** The host itself is never called. */
  readonly siteOrigin: string
}

/** The checked target of a call. */
export interface IntegrationTarget {
  readonly url: URL
  /** Listed by the operator, and so exempt from address checks. */
  readonly listed: boolean
}

/**
 * The target of an integration's URL, or the reason for not calling it. It must be https on port 443
 * without credentials, or a listed host. Addresses are checked when the name is resolved.
 */
export function judgeUrl(text: string, rules: UrlRules): IntegrationTarget | string {
  if (text.length > MAX_URL_LENGTH) return `the URL has more than ${MAX_URL_LENGTH} characters`
  if (!URL.canParse(text)) return 'not an absolute URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'neither https nor http'
  if (url.username !== '' || url.password !== '') return 'the URL contains a username or password'
  const host = bareHost(url)
  const port = portOf(url)
  const site = new URL(rules.siteOrigin)
  if (host === bareHost(site) && port === portOf(site)) return 'the URL points to this server'
  const listed = rules.allowedHosts.some((each) => each === host || each === `${host}:${port}`)
  if (listed) return { url, listed }
  if (url.protocol !== 'https:') return 'http is allowed for listed hosts only'
  if (port !== '443') return 'the port is not 443'
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'the address is not public'
  return { url, listed }
}

/** A listed host in its normal form, `host` or `host:port`; null if invalid. */
export function listedHost(text: string): string | null {
  const [, host = '', port = ''] =
    /^(\[[^\]]+\]|[^\s/@:[\]]{1,255})(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === '' || !URL.canParse(`http://${host}`)) return null
  return bareHost(new URL(`http://${host}`)) + (port === '' ? '' : `:${port}`)
}

function portOf(url: URL) {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

// The host of a URL without IPv6 brackets and without a trailing dot.
function bareHost(url: URL) {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
