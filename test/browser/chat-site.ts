import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.js'
import { type ExampleHost, startExampleHost, type StartOptions } from '../support/example-host.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { call } from '../support/http-client.js'

export const PASSWORD = 'correct-horse-1'

export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
}

export interface Channel {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly hookUrl: string
}

/** A page, and everything that went wrong in it. */
export interface Visit {
  readonly page: Page
  /** Errors of the console, exceptions, violations of the policy and scripts that ran. */
  readonly faults: string[]
}

/** A running host and a browser to look at it. */
export class ChatSite {
  readonly host: ExampleHost
  readonly browser: Browser

  private constructor(host: ExampleHost, browser: Browser) {
    this.host = host
    this.browser = browser
  }

  static async start(options: StartOptions = {}): Promise<ChatSite> {
    const [host, browser] = await Promise.all([startExampleHost(options), lendBrowser()])
    return new ChatSite(host, browser)
  }

  async stop(): Promise<void> {
    await this.leave()
    giveBack(this.browser)
    await this.host.stop()
  }

  /** Closes all pages. */
  async leave(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()))
  }

  async admin(): Promise<Person> {
    const { id } = await this.as(await this.host.adminToken(), 'GET', '/users/me')
    return { id: String(id), username: 'admin', token: await this.host.adminToken() }
  }

  /** Somebody new, signed in. */
  async person(username: string): Promise<Person> {
    const body = { username, email: `${username}@example.test`, password: PASSWORD }
    const { id } = read(await this.host.api('POST', '/users', body))
    return { id: String(id), username, token: await this.signIn(username) }
  }

  async signIn(username: string): Promise<string> {
    const { headers, status, text } = await call(`${this.host.url}/api/v4/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_id: username, password: PASSWORD }),
    })
    const { token } = headers
    if (typeof token !== 'string') throw new Error(`signing in answered ${status}: ${text}`)
    return token
  }

  /** A new public channel with a webhook, and these people in it. */
  async channel(name: string, ...members: readonly Person[]): Promise<Channel> {
    const { channelId: id, hookPath } = await makeHookChannel(this.host, name)
    for (const { id: userId } of members) {
      await this.host.api('POST', `/channels/${id}/members`, { user_id: userId })
    }
    return { id, name, path: `/main/channels/${name}`, hookUrl: `${this.host.url}${hookPath}` }
  }

  /** A call to the v4 API with this token. */
  async as(token: string, method: string, path: string, body?: object) {
    const { status, text } = await call(`${this.host.url}/api/v4${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (status > 299) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return read(JSON.parse(text))
  }

  async say(person: Person, channel: Channel, message: string, rootId = ''): Promise<string> {
    const body = { channel_id: channel.id, message, root_id: rootId }
    return String((await this.as(person.token, 'POST', '/posts', body))['id'])
  }

  /** The status of what a program's request to the webhook is answered with. */
  async hook({ hookUrl }: Channel, payload: object | string): Promise<number> {
    const { status } = await call(hookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    return status
  }

  async setting(name: string, value: boolean): Promise<void> {
    await this.host.api('PUT', '/config/patch', { ServiceSettings: { [name]: value } })
  }

  /** Opens a page in a window of its own, as this person or as nobody; `script` runs before all others. */
  async visit(
    person: Person | null,
    path: string,
    options: BrowserContextOptions = {},
    script = '',
  ): Promise<Visit> {
    const context = await this.browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    })
    await context.addInitScript(WATCH)
    await context.addInitScript(script)
    if (person) {
      const once = `if (!sessionStorage.getItem('visited')) {
        sessionStorage.setItem('visited', '1')
        sessionStorage.setItem('eiw-token', ${JSON.stringify(person.token)})
      }`
      await context.addInitScript(once)
    }
    const page = await context.newPage()
    const faults = watch(page)
    await page.goto(`${this.host.url}${path}`)
    return { page, faults }
  }
}

/** How long a browser waits for the next user before it is closed. */
const IDLE_MS = 3_000

let lent: Promise<Browser> | null = null
let closing: NodeJS.Timeout | undefined

// One for all files of tests: its start takes longer than most of them.
function lendBrowser(): Promise<Browser> {
  clearTimeout(closing)
  return (lent ??= openBrowser())
}

function giveBack(browser: Browser): void {
  closing = setTimeout(() => {
    lent = null
    void browser.close()
  }, IDLE_MS)
}

/** What scripts of others would do first, and what the policy forbids. */
const WATCH = `
  window.alert = window.confirm = window.prompt = (text) => console.error('a script ran: ' + text)
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('policy: ' + violatedDirective + ' ' + blockedURI))
`

function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return faults
}

/** Waits for at most 2 s. Playwright's own way to wait is an `eval`, which the pages forbid. */
export async function expectSoon(isSo: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    if ((await isSo()) === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`it did not become so within 2 s: ${String(isSo)}`)
}

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(3).toString('hex')}`
}

function read(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value))
}
