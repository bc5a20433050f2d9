import { resolve } from 'node:path'
import type { LogLevel, RateLimit } from 'express-incoming-webhooks'
import { isPassword, isUsername } from './accounts.js'
import { type ImageHosts, readImageHosts } from './image-hosts.js'

/** Configuration from environment variables (README, table of variables). */
export interface Environment {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly siteUrl: string
  /** Null: one is generated and stored next to the data. */
  readonly secret: string | null
  readonly adminUsername: string
  /** Null: a random one. */
  readonly adminPassword: string | null
  /** Proxies whose `X-Forwarded-For` is trusted, as for Express's `trust proxy`. Null: none. */
  readonly trustProxy: number | string | null
  readonly demo: boolean
  readonly imageHosts: ImageHosts
  /** Internal hosts that buttons may call: `host` or `host:port`. */
  readonly integrationHosts: readonly string[]
  readonly logLevel: LogLevel
  readonly hookRate: RateLimit | null
  readonly signInRate: { readonly failures: number; readonly seconds: number } | null
}

/** An invalid variable. The message is one line for the operator. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault'
}

type Variables = Readonly<Record<string, string | undefined>>

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const ANY_ADDRESS = ['0.0.0.0', '::', '[::]']

/** Reads all variables; an empty one counts as unset. Throws `EnvironmentFault`. */
export function readEnvironment(env: Variables): Environment {
  if (textOf(env, 'DATABASE_URL') !== null) {
    throw new EnvironmentFault(
      'DATABASE_URL: PostgreSQL is not built in yet; unset it to use DATA_DIR',
    )
  }
  const port = portOf(textOf(env, 'PORT') ?? '8065')
  const host = textOf(env, 'HOST') ?? '127.0.0.1'
  const hookRate = rateOf(env, 'HOOK_RATE', '10,100')
  const signInRate = rateOf(env, 'SIGN_IN_RATE', '10,900')
  return {
    port,
    host,
    dataDir: resolve(textOf(env, 'DATA_DIR') ?? 'data'),
    siteUrl: siteUrlOf(textOf(env, 'SITE_URL') ?? addressOf(host, port)),
    secret: secretOf(textOf(env, 'SECRET')),
    adminUsername: checked(env, 'ADMIN_USERNAME', isUsername, 'a user name') ?? 'admin',
    adminPassword: checked(env, 'ADMIN_PASSWORD', isPassword, '8 to 72 bytes'),
    trustProxy: trustProxyOf(textOf(env, 'TRUST_PROXY')),
    demo: demoOf(textOf(env, 'DEMO') ?? '1'),
    imageHosts: imageHostsOf(textOf(env, 'IMAGE_HOSTS')),
    integrationHosts: integrationHostsOf(textOf(env, 'INTEGRATION_HOSTS')),
    logLevel: levelOf(textOf(env, 'LOG_LEVEL') ?? 'info'),
    hookRate: hookRate && { perSecond: hookRate[0], burst: hookRate[1] },
    signInRate: signInRate && { failures: signInRate[0], seconds: signInRate[1] },
  }
}

/** The URL of a server at this address, for clients on the same machine. */
export function addressOf(host: string, port: number): string {
  if (ANY_ADDRESS.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

function textOf(env: Variables, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function checked(
  env: Variables,
  name: string,
  isValid: (value: string) => boolean,
  expected: string,
): string | null {
  const value = textOf(env, name)
  if (value === null || isValid(value)) return value
  throw new EnvironmentFault(`${name}: expected ${expected}`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new EnvironmentFault('PORT: expected a number from 1 to 65535')
}

function siteUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return withoutSlashes(text)
  }
  throw new EnvironmentFault('SITE_URL: expected an address such as https://chat.example.org')
}

// Everything that is appended to the URL begins with a slash.
function withoutSlashes(address: string): string {
  let end = address.length
  while (address.charAt(end - 1) === '/') end -= 1
  return address.slice(0, end)
}

function secretOf(text: string | null): string | null {
  if (text === null || Buffer.byteLength(text) >= 32) return text
  throw new EnvironmentFault('SECRET: expected at least 32 bytes')
}

function trustProxyOf(text: string | null): number | string | null {
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : text
}

function imageHostsOf(text: string | null): ImageHosts {
  const hosts = text === null ? [] : readImageHosts(text)
  if (hosts) return hosts
  throw new EnvironmentFault('IMAGE_HOSTS: expected host names with commas between them, or *')
}

function integrationHostsOf(text: string | null): readonly string[] {
  const hosts = (text ?? '').split(',').flatMap((host) => host.trim() || [])
  if (hosts.every((host) => /^[^\s/@]{1,255}$/.test(host))) return hosts
  throw new EnvironmentFault('INTEGRATION_HOSTS: expected hosts with commas between them')
}

function demoOf(text: string): boolean {
  if (text === '1') return true
  if (text === '0') return false
  throw new EnvironmentFault('DEMO: expected 0 or 1')
}

function levelOf(text: string): LogLevel {
  const level = LEVELS.find((each) => each === text.toLowerCase())
  if (level) return level
  throw new EnvironmentFault(`LOG_LEVEL: expected ${LEVELS.join(', ')}`)
}

function rateOf(env: Variables, name: string, fallback: string): [number, number] | null {
  const text = textOf(env, name) ?? fallback
  if (text.toLowerCase() === 'off') return null
  const [, first, second] = /^(\d{1,6}) *, *(\d{1,6})$/.exec(text) ?? []
  const rate: [number, number] = [Number(first ?? 0), Number(second ?? 0)]
  if (rate[0] > 0 && rate[1] > 0) return rate
  throw new EnvironmentFault(`${name}: expected two numbers such as ${fallback}, or off`)
}
