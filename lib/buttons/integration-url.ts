import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.js'

const MAX_URL_LENGTH = 2_048
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** What decides where a pressed button may be told. */
export interface UrlRules {
  /** `host` (any port) or `host:port`, lower case: these may be internal, and http. */
  readonly allowedHosts: readonly string[]
  /** The host itself is never called. */
  readonly siteOrigin: string
}

/** Where a call goes, once its address has been judged. */
export interface IntegrationTarget {
  readonly url: URL
  /** Listed by the host's operator: its addresses are not looked at. */
  readonly listed: boolean
}

/**
 * The address of an integration, or why it is not called: https on port 443 without credentials, or
 * a listed host. The names behind it are judged when they are resolved.
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

/** A listed host as it is compared, `host` or `host:port`; null for what is none. */
export function listedHost(text: string): string | null {
  const [, host = '', port = ''] =
    /^(\[[^\]]+\]|[^\s/@:[\]]{1,255})(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === '' || !URL.canParse(`http://${host}`)) return null
  return bareHost(new URL(`http://${host}`)) + (port === '' ? '' : `:${port}`)
}

function portOf(url: URL): string {
  return url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port
}

// The host of an address without the brackets of IPv6 and the dot of a full name.
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
