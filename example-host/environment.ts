import { resolve } from 'node:path'
import type { LogLevel } from 'express-incoming-webhooks'
import { createPostgresPool } from 'express-incoming-webhooks/postgres'
import { z } from 'zod'
import { isPassword, isUsername } from './accounts.js'
import { readImageHosts } from './image-hosts.js'

/** Invalid variables. The message has one line for each, without its value. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault'
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[]
const ANY_ADDRESS = ['0.0.0.0', '::', '[::]']

/** What each variable may be, and what it is when it is not set (README, table of variables). */
const VARIABLES = z.object({
  DATABASE_URL: text(isDatabaseUrl, 'postgres://user:password@host:5432/database').optional(),
  PORT: text(isPort, 'a number from 1 to 65535').transform(Number).default(8065),
  HOST: text(isHost, 'an IP address or host name of this machine').default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  SITE_URL: text(isSiteUrl, 'a URL such as https://chat.example.org').optional(),
  SECRET: text((value) => Buffer.byteLength(value) >= 32, 'at least 32 bytes').optional(),
  ADMIN_USERNAME: text(isUsername, 'a username').default('admin'),
  ADMIN_PASSWORD: text(isPassword, '8 to 72 bytes').optional(),
  TRUST_PROXY: z
    .string()
    .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value))
    .optional(),
  DEMO: z.enum(['0', '1'], 'expected 0 or 1').default('1'),
  IMAGE_HOSTS: parsed(readImageHosts, 'comma-separated host names, or *').default([]),
  INTEGRATION_HOSTS: parsed(readHosts, 'comma-separated hosts').default([]),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(LEVELS, 'expected debug, info, warn or error'))
    .default('info'),
  HOOK_RATE: parsed(readRate, 'two comma-separated numbers, such as "10,100", or "off"').default([
    10, 100,
  ]),
  SIGN_IN_RATE: parsed(readRate, 'two comma-separated numbers, such as "10,900", or "off"').default(
    [10, 900],
  ),
})

/** The configuration from environment variables. */
export type Environment = Readonly<ReturnType<typeof readEnvironment>>

/** Reads all variables; an empty one counts as unset. Throws `EnvironmentFault`. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const set = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined])
  const { data, error } = VARIABLES.safeParse(Object.fromEntries(set))
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join()}: ${message}`)
    throw new EnvironmentFault(faults.join('\n'))
  }
  const { PORT: port, HOST: host, HOOK_RATE: hookRate, SIGN_IN_RATE: signInRate } = data
  return {
    port,
    host,
    dataDir: resolve(data.DATA_DIR),
    /** Null: the store is in `dataDir`. Contains a password. */
    databaseUrl: data.DATABASE_URL ?? null,
    siteUrl: withoutSlashes(data.SITE_URL ?? addressOf(host, port)),
    /** Null: one is made and kept beside the store. */
    secret: data.SECRET ?? null,
    adminUsername: data.ADMIN_USERNAME,
    /** Null: a random one. */
    adminPassword: data.ADMIN_PASSWORD ?? null,
    /** Whose `X-Forwarded-For` counts, as Express's `trust proxy` takes it. Null: nobody's. */
    trustProxy: data.TRUST_PROXY ?? null,
    demo: data.DEMO === '1',
    imageHosts: data.IMAGE_HOSTS,
    /** Internal hosts that buttons may call: `host` or `host:port`. */
    integrationHosts: data.INTEGRATION_HOSTS,
    logLevel: data.LOG_LEVEL,
    hookRate: hookRate === 'off' ? null : { perSecond: hookRate[0], burst: hookRate[1] },
    signInRate: signInRate === 'off' ? null : { failures: signInRate[0], seconds: signInRate[1] },
  }
}

/** The URL of a server at this address, for clients on the same machine. */
export function addressOf(host: string, port: number): string {
  if (ANY_ADDRESS.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

function text(isValid: (value: string) => boolean, expected: string): z.ZodString {
  return z.string().refine(isValid, `expected ${expected}`)
}

/** A value that `read` makes of the text, unless it returns null. */
function parsed<T>(read: (text: string) => T | null, expected: string) {
  return z.string().transform((value, issues) => {
    const result = read(value)
    if (result !== null) return result
    issues.addIssue(`expected ${expected}`)
    return z.NEVER
  })
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535
}

function isHost(value: string): boolean {
  return isSiteUrl(addressOf(value, 80))
}

function isSiteUrl(value: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(value) && URL.canParse(value)
}

// A pool connects only when it is used.
function isDatabaseUrl(value: string): boolean {
  try {
    createPostgresPool({ url: value })
    return decodeURI(value) !== ''
  } catch {
    return false
  }
}

// Everything that is appended to the URL begins with a slash.
function withoutSlashes(address: string): string {
  let end = address.length
  while (address.charAt(end - 1) === '/') end -= 1
  return address.slice(0, end)
}

function readHosts(value: string): readonly string[] | null {
  const hosts = value.split(',').flatMap((host) => host.trim() || [])
  return hosts.every((host) => /^[^\s/@]{1,255}$/.test(host)) ? hosts : null
}

function readRate(value: string): [number, number] | 'off' | null {
  if (value.toLowerCase() === 'off') return 'off'
  const [, first, second] = /^(\d{1,6}) *, *(\d{1,6})$/.exec(value) ?? []
  const rate: [number, number] = [Number(first ?? 0), Number(second ?? 0)]
  return rate[0] > 0 && rate[1] > 0 ? rate : null
}
