import { randomBytes } from 'node:crypto'
import { makeHookChannel } from '../support/hook-channel.js'
import { call } from '../support/http-client.js'
import { type Person, Site } from './site.js'
import type { Visit, WindowOptions } from './windows.js'

export interface Channel {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly hookUrl: string
}

/** The pages of the chat, and people to look at them. */
export class ChatSite extends Site {
  async admin(): Promise<Person> {
    const { id } = await this.as(await this.host.adminToken(), 'GET', '/users/me')
    return { id: String(id), username: 'admin', token: await this.host.adminToken() }
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

  /** Opens a page in a window of its own, as this person or as nobody. */
  visit(person: Person | null, path: string, options: WindowOptions = {}): Promise<Visit> {
    const signedIn = person ? { storageState: this.#session(person) } : {}
    return this.windows.open(`${this.host.url}${path}`, { ...options, ...signedIn })
  }

  /** A browser that has the cookie of this person's session. */
  #session({ token }: Person) {
    const { port } = this.host
    const cookie = {
      name: `chat-session-${port}`,
      value: token,
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    }
    return { cookies: [cookie], origins: [] }
  }
}

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(3).toString('hex')}`
}

function read(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value))
}
