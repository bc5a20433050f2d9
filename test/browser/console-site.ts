import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { call } from '../support/http-client.js'
import { type Visit, type WindowOptions, Windows } from './windows.js'

const PASSWORD = 'correct-horse-1'

/** A webhook as the API answers one. */
export interface WebhookRecord {
  readonly id: string
  readonly url: string
}

export interface VisitOptions extends WindowOptions {
  /** Null: nobody is signed in. */
  readonly token?: string | null
}

/** The example host with a browser before it. */
export interface ConsoleSite {
  readonly host: ExampleHost
  /** The id of a new public channel. */
  addChannel(name: string): Promise<string>
  addWebhook(channelId: string, name: string, more?: object): Promise<WebhookRecord>
  /** A token of somebody who is no administrator. */
  addPerson(username: string): Promise<string>
  /** Opens a page below the console's mount path, as the administrator unless told otherwise. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  /** Sends a body to a hook's URL and answers the status. */
  post(url: string, body: unknown): Promise<number>
  /** Messages of a channel, newest first. */
  messages(channelId: string): Promise<readonly string[]>
  /** Closes all pages, and throws for what was unclean in them. */
  leave(): Promise<void>
  change(section: 'ServiceSettings' | 'LogSettings', settings: object): Promise<void>
  stop(): Promise<void>
}

export async function startConsoleSite(): Promise<ConsoleSite> {
  const [host, windows] = await Promise.all([startExampleHost(), Windows.start()])
  const team = memberOf(await host.api('GET', '/teams/name/main'), 'id')
  return {
    host,
    addChannel: async (name) => {
      const channel = { team_id: team, name, display_name: name, type: 'O' }
      return memberOf(await host.api('POST', '/channels', channel), 'id')
    },
    addWebhook: async (channelId, name, more) => {
      const body = { channel_id: channelId, display_name: name, ...more }
      const record = await host.api('POST', '/hooks/incoming', body)
      return { id: memberOf(record, 'id'), url: memberOf(record, 'url') }
    },
    addPerson: (username) => addPerson(host, username),
    visit: async (path, options = {}) => {
      const token = options.token === undefined ? await host.adminToken() : options.token
      return openPage(windows, `${host.url}/admin/${path}`, { ...options, token })
    },
    post: async (url, body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.5.0' }
      return (await call(url, { method: 'POST', headers, body: text })).status
    },
    messages: (channelId) => messages(host, channelId),
    change: async (section, settings) => {
      await host.api('PUT', '/config/patch', { [section]: settings })
    },
    leave: () => windows.close(),
    stop: async () => {
      try {
        await windows.stop()
      } finally {
        await host.stop()
      }
    },
  }
}

/** A page of the console in a window of its own, once it shows something. */
export async function openPage(
  windows: Windows,
  url: string,
  { token = null, ...options }: VisitOptions,
): Promise<Visit> {
  const visit = await windows.open(url, {
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
    scripts:
      token === null ? [] : [`sessionStorage.setItem('eiw-token', ${JSON.stringify(token)})`],
  })
  await visit.page.locator('h1').waitFor()
  return visit
}

async function addPerson(host: ExampleHost, username: string): Promise<string> {
  const user = { username, email: `${username}@example.test`, password: PASSWORD }
  await host.api('POST', '/users', user)
  const { headers } = await call(`${host.url}/api/v4/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login_id: username, password: PASSWORD }),
  })
  const { token } = headers
  if (typeof token !== 'string') throw new Error(`${username} could not sign in`)
  return token
}

async function messages(host: ExampleHost, channelId: string): Promise<readonly string[]> {
  const answer = await host.api('GET', `/channels/${channelId}/posts`)
  const order: unknown = answer instanceof Object ? Reflect.get(answer, 'order') : []
  const posts: unknown = answer instanceof Object ? Reflect.get(answer, 'posts') : {}
  if (!Array.isArray(order) || !(posts instanceof Object)) return []
  return order.map((id) => memberOf(Reflect.get(posts, String(id)), 'message'))
}

function memberOf(answer: unknown, name: string): string {
  const value: unknown = answer instanceof Object ? Reflect.get(answer, name) : undefined
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`)
  return value
}
