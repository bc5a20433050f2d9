import { resolve } from 'node:path'
import express from 'express'
import { isPassword, isUsername } from './accounts.js'

/** Invalid variables. The message has one line for each, without its value. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault'
}

const ANY_ADDRESS = ['0.0.0.0', '::', '[::]']
const DAY_MS = 24 * 60 * 60 * 1000
const PROXIES = 'a number from 0 to 99, or comma-separated addresses'
const RATE = 'two comma-separated numbers, such as "10,600", or "off"'

/** Every variable that is read, and its default; null if something else happens while it is unset. */
export const DEFAULTS = {
  PORT: '8065',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  DATABASE_URL: null,
  DATABASE_POOL: '10',
  POST_RETENTION_DAYS: null,
  AUDIT_DAYS: '400',
  SITE_URL: null,
  SECRET: null,
  PREVIOUS_SECRET: null,
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: null,
  DEMO: '1',
  TRUST_PROXY: null,
  IMAGE_HOSTS: null,
  INTEGRATION_HOSTS: null,
  METRICS_TOKEN: null,
  LOG_LEVEL: 'info',
  HOOK_RATE: '10,600',
  HOOK_REFUSE_WITH: '429',
  SIGN_IN_RATE: '10,900',
} as const

export type Variable = keyof typeof DEFAULTS
/** A variable that has a default. */
export type Defaulted = {
  [Name in Variable]: (typeof DEFAULTS)[Name] extends string ? Name : never
}[Variable]

/** The configuration from environment variables. */
export type Environment = Readonly<Awaited<ReturnType<typeof readEnvironment>>>

/** Reads all variables; an empty one counts as unset. Throws `EnvironmentFault`. */
export async function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const { get, read, readOr, needs, check } = variablesIn(env)
  const url = get('DATABASE_URL')
  const isDatabase = url === null || (await isDatabaseUrl(url))
  const databaseUrl = read(
    'DATABASE_URL',
    valid(() => isDatabase),
    'postgres://user:password@host:5432/database',
  )
  const port = readOr('PORT', numberFrom(1, 65_535), 'a number from 1 to 65535')
  const host = readOr('HOST', valid(isHost), 'an IP address or host name of this machine')
  const siteUrl = read('SITE_URL', valid(isSiteUrl), 'a URL such as https://chat.example.org')
  const retentionDays = read(
    'POST_RETENTION_DAYS',
    numberFrom(1, 36_500),
    'a number from 1 to 36500',
  )
  const auditDays = readOr('AUDIT_DAYS', numberFrom(1, 36_500), 'a number from 1 to 36500')
  const secret = read('SECRET', valid(isSecret), 'at least 32 bytes')
  const hookRate = readOr('HOOK_RATE', readRate, RATE)
  const signInRate = readOr('SIGN_IN_RATE', readRate, RATE)
  const environment = {
    port,
    host,
    dataDir: resolve(get('DATA_DIR') ?? DEFAULTS.DATA_DIR),
    /** Null: the store is in `dataDir`. Contains a password. */
    databaseUrl,
    /** Connections at most. One is kept to receive the changes of other nodes. */
    databasePool: readOr('DATABASE_POOL', numberFrom(2, 1_000), 'a number from 2 to 1000'),
    /** How long posts are kept, in milliseconds. Null: for ever. */
    postRetention: retentionDays === null ? null : retentionDays * DAY_MS,
    /** How long the audit is kept, in milliseconds. */
    auditRetention: auditDays * DAY_MS,
    siteUrl: withoutSlashes(siteUrl ?? addressOf(host, port)),
    /** Null: one is made and kept beside the store. */
    secret,
    /** What was made with it stays readable. Null: there is none. */
    previousSecret: read(
      'PREVIOUS_SECRET',
      valid((text) => isSecret(text) && text !== secret),
      'at least 32 bytes, and not those of SECRET',
    ),
    adminUsername: readOr('ADMIN_USERNAME', valid(isUsername), 'a username'),
    /** Null: a random one. */
    adminPassword: read('ADMIN_PASSWORD', valid(isPassword), '8 to 72 bytes'),
    /** Whose `X-Forwarded-For` counts, as Express's `trust proxy` takes it. Null: nobody's. */
    trustProxy: read('TRUST_PROXY', readProxies, PROXIES),
    demo: readOr('DEMO', oneOf('0', '1'), '0 or 1') === '1',
    imageHosts: read('IMAGE_HOSTS', readImageHosts, 'comma-separated host names, or *') ?? [],
    /** Internal hosts that buttons may call: `host` or `host:port`. */
    integrationHosts: read('INTEGRATION_HOSTS', readHosts, 'comma-separated hosts') ?? [],
    /** With it, `/metrics` can be read from anywhere. Null: there is none. */
    metricsToken: read(
      'METRICS_TOKEN',
      valid(isToken),
      'at least 16 letters, digits and other signs, without spaces',
    ),
    logLevel: readOr(
      'LOG_LEVEL',
      oneOf('debug', 'info', 'warn', 'error'),
      'debug, info, warn or error',
    ),
    hookRate: hookRate === 'off' ? null : { perSecond: hookRate[0], burst: hookRate[1] },
    /** The status of requests over a limit. */
    refuseWith: readOr('HOOK_REFUSE_WITH', oneOf(429, 503), '429 or 503'),
    signInRate: signInRate === 'off' ? null : { failures: signInRate[0], seconds: signInRate[1] },
  }
  needs('PREVIOUS_SECRET', 'SECRET')
  needs('POST_RETENTION_DAYS', 'DATABASE_URL')
  needs('DATABASE_POOL', 'DATABASE_URL')
  check()
  return environment
}

/** Hosts whose pictures the pages may load; `*` is any. */
export type ImageHosts = '*' | readonly string[]

type Reader<T> = (text: string) => T | null

/** The variables of a process, and what is wrong with them. */
function variablesIn(env: Readonly<Record<string, string | undefined>>) {
  const faults: string[] = []
  /** Null if it is not set. */
  const get = (name: Variable): string | null => env[name]?.trim() || null
  /** What `reader` makes of a variable; null if it is not set, or is not as expected. */
  const read = <T>(name: Variable, reader: Reader<T>, expected: string): T | null => {
    const text = get(name)
    const value = text === null ? null : reader(text)
    if (text !== null && value === null) faults.push(`${name}: expected ${expected}`)
    return value
  }
  return {
    get,
    read,
    /** The same, with the default if it is not set. */
    readOr: <T>(name: Defaulted, reader: Reader<T>, expected: string): T => {
      const value = read(name, reader, expected) ?? reader(DEFAULTS[name])
      if (value === null) throw new Error(`the default of ${name} is invalid`)
      return value
    },
    /** Without the other one, a variable would have no effect. */
    needs: (name: Variable, other: Variable): void => {
      if (get(name) !== null && get(other) === null) {
        faults.push(`${name}: expected only together with ${other}`)
      }
    },
    check: (): void => {
      if (faults.length > 0) throw new EnvironmentFault(faults.join('\n'))
    },
  }
}

function valid(isValid: (text: string) => boolean): Reader<string> {
  return (text) => (isValid(text) ? text : null)
}

/** The URL of a server at this address, for clients on the same machine. */
export function addressOf(host: string, port: number): string {
  if (ANY_ADDRESS.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

function numberFrom(least: number, most: number): Reader<number> {
  return (value) => {
    const number = /^\d{1,5}$/.test(value) ? Number(value) : -1
    return number >= least && number <= most ? number : null
  }
}

function oneOf<const Value extends number | string>(...values: readonly Value[]): Reader<Value> {
  return (text) => values.find((value) => String(value) === text.toLowerCase()) ?? null
}

function readProxies(value: string): number | string | null {
  // Express would take a longer number, or one in a list, as an address of four bytes.
  if (value.split(',').some((each) => /^[\s\d]+$/.test(each))) return numberFrom(0, 99)(value)
  try {
    // It refuses what it cannot read.
    express().set('trust proxy', value)
    return value
  } catch {
    return null
  }
}

function isSecret(value: string): boolean {
  return Buffer.byteLength(value) >= 32
}

/** What a header can hold after `Bearer `. */
function isToken(value: string): boolean {
  return /^[\x21-\x7e]{16,}$/.test(value)
}

function isHost(value: string): boolean {
  return isSiteUrl(addressOf(value, 80))
}

function isSiteUrl(value: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(value) && URL.canParse(value)
}

async function isDatabaseUrl(value: string): Promise<boolean> {
  // Loaded only here: a chat in files needs nothing of it.
  const { createPostgresPool } = await import('express-incoming-webhooks/postgres')
  try {
    // A pool connects only when it is used.
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

const IMAGE_HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i

/** Separated by commas or spaces. */
function readImageHosts(text: string): ImageHosts | null {
  if (text === '*') return '*'
  const hosts = text.toLowerCase().split(/[\s,]+/)
  return hosts.every((host) => IMAGE_HOST.test(host)) ? hosts : null
}

function readRate(value: string): [number, number] | 'off' | null {
  if (value.toLowerCase() === 'off') return 'off'
  const [, first, second] = /^(\d{1,6}) *, *(\d{1,6})$/.exec(value) ?? []
  const rate: [number, number] = [Number(first ?? 0), Number(second ?? 0)]
  return rate[0] > 0 && rate[1] > 0 ? rate : null
}
