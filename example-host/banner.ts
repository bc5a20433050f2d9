import type { Account } from './demo.js'

interface BannerParts {
  readonly siteUrl: string
  /** The accounts that were created now. A null password is the one in ADMIN_PASSWORD. */
  readonly accounts: readonly { readonly username: string; readonly password: string | null }[]
  /** The webhook that was created now, and the name of its channel. */
  readonly webhook: { readonly url: string; readonly channel: string } | null
  /** Where the data and the secret are, a line for each. */
  readonly data: readonly string[]
}

const LABEL_WIDTH = 10

/** The last lines that the server prints at startup: what its operator needs to know. */
export function bannerOf({ siteUrl, accounts, webhook, data }: BannerParts): string {
  return [
    '',
    `The chat is at ${siteUrl}`,
    '',
    ...row('Sign in', signInLines(accounts)),
    ...(webhook ? row('Try', tryLines(webhook)) : row('Webhooks', ['Main Menu > Integrations'])),
    ...row('Data', data),
    ...row('Stop', ['Ctrl+C']),
    ...row('Password', ['node dist/example-host/password.js NAME sets a new one for an account']),
    '',
    '',
  ].join('\n')
}

function signInLines(accounts: BannerParts['accounts']): readonly string[] {
  if (accounts.length === 0) return ['with your account']
  const width = Math.max(...accounts.map(({ username }) => username.length))
  const lines = accounts.map(
    ({ username, password }) => `${username.padEnd(width)}  ${password ?? 'as in ADMIN_PASSWORD'}`,
  )
  const areNew = accounts.some(({ password }) => password !== null)
  return areNew ? [...lines, 'These passwords are shown only once.'] : lines
}

function tryLines({ url, channel }: NonNullable<BannerParts['webhook']>): readonly string[] {
  return [
    `curl -H 'Content-Type: application/json' -d '{"text": "Hello from **curl**"}' ${url}`,
    `The message appears in the channel ${channel}. The URL is secret; Main Menu > Integrations has it.`,
  ]
}

function row(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `  ${(at === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`)
}

/** The same account, without a password that the operator has set. */
export function shownAccount(
  { username, password }: Account,
  isGiven: boolean,
): BannerParts['accounts'][number] {
  return { username, password: isGiven ? null : password }
}
