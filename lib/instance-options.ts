import { listedHost } from './buttons/integration-url.js'
import type { InstanceOptions } from './options.js'
import { HOOKS_PATH, hooksPathOf } from './rules/hooks-path.js'
import { resolveSecret, type Secrets } from './rules/secrets.js'

/** Checked options of an instance with management, besides those of deliveries. */
export interface InstanceValues {
  readonly secrets: Secrets
  /** Without a trailing slash. */
  readonly hooksPath: string
  /** The origins whose pages may make calls with cookies: that of `siteUrl` and the trusted ones. */
  readonly origins: ReadonlySet<string>
}

/** Throws a `TypeError` unless there are options. */
export function checkGiven(options: unknown, needed: string): asserts options is object {
  if (typeof options === 'object' && options !== null) return
  throw new TypeError(`options: expected an object with ${needed}`)
}

/** Throws a `TypeError` unless there are options with a `siteUrl`. */
export function checkInstanceOptions(options: unknown): void {
  checkGiven(options, 'adapters, secret and siteUrl')
  if (!('siteUrl' in options) || typeof options.siteUrl !== 'string') {
    throw new TypeError(
      'siteUrl: expected the public URL of your app, such as https://chat.example.org',
    )
  }
}

/** Throws a `TypeError` for an invalid option, as `resolveOptions` does. */
export function resolveInstance(options: InstanceOptions, siteUrl: string): InstanceValues {
  checkHosts(options.allowedIntegrationHosts)
  return {
    secrets: resolveSecret(options.secret),
    hooksPath: hooksPathOf(options.hooksPath ?? HOOKS_PATH),
    origins: new Set([new URL(siteUrl).origin, ...originsOf(options.trustedOrigins ?? [])]),
  }
}

function originsOf(origins: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(origins) ? origins : [origins]
  return list.map((origin) => {
    if (typeof origin === 'string' && isOrigin(origin)) return new URL(origin).origin
    throw new TypeError(
      'trustedOrigins: expected a list of origins, such as ["https://chat.example.org"]',
    )
  })
}

/** A path would have no effect, so it is not accepted. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

function checkHosts(hosts: unknown): void {
  if (hosts === undefined || (Array.isArray(hosts) && hosts.every(isHost))) return
  throw new TypeError(
    'allowedIntegrationHosts: expected a list of hosts, such as ["ci.internal:8080"]',
  )
}

function isHost(host: unknown): boolean {
  return typeof host === 'string' && listedHost(host) !== null
}
