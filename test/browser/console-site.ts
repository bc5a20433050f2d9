import type { ClientPost } from 'express-incoming-webhooks'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { Site, textOf } from './site.js'
import type { Visit, WindowOptions, Windows } from './windows.js'

/** A webhook as the API answers one. */
export interface WebhookRecord {
  readonly id: string
  readonly url: string
}

export interface VisitOptions extends WindowOptions {
  /** Null: nobody is signed in. */
  readonly token?: string | null
  /** The page asks for news ten times as often. */
  readonly isEager?: boolean
}

const EAGER = `
  const slow = setInterval
  window.setInterval = (act, ms) => slow(act, ms / 10)
`

/** Saves a form. The note of an earlier save may still be there, so the answer of the server counts. */
export async function saveForm(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await Promise.all([saved, page.getByRole('button', { name: 'Save' }).click()])
  await page.locator('.toast', { hasText: 'Saved' }).waitFor()
}

/** The pages of the console. */
export class ConsoleSite extends Site {
  /** The id of a new public channel. */
  async addChannel(name: string): Promise<string> {
    const team = textOf(await this.host.api('GET', '/teams/name/main'), 'id')
    const channel = { team_id: team, name, display_name: name, type: 'O' }
    return textOf(await this.host.api('POST', '/channels', channel), 'id')
  }

  async addWebhook(channelId: string, name: string, more?: object): Promise<WebhookRecord> {
    const body = { channel_id: channelId, display_name: name, ...more }
    const record = await this.host.api('POST', '/hooks/incoming', body)
    return { id: textOf(record, 'id'), url: textOf(record, 'url') }
  }

  /** Opens a page below the console's mount path, as the administrator unless told otherwise. */
  async visit(path: string, options: VisitOptions = {}): Promise<Visit> {
    const token = options.token === undefined ? await this.host.adminToken() : options.token
    return openPage(this.windows, `${this.host.url}/admin/${path}`, { ...options, token })
  }

  /** Sends a body to a hook's URL and answers the status. */
  async post(url: string, body: unknown): Promise<number> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.5.0' }
    return (await call(url, { method: 'POST', headers, body: text })).status
  }

  /** Messages of a channel, newest first. */
  async messages(channelId: string): Promise<readonly string[]> {
    return (await this.posts(channelId)).map(({ message }) => message)
  }

  /** The posts of a channel as the API answers them, newest first. */
  async posts(channelId: string): Promise<readonly ClientPost[]> {
    const { order, posts } = (await this.host.api('GET', `/channels/${channelId}/posts`)) as {
      readonly order: readonly string[]
      readonly posts: Readonly<Record<string, ClientPost>>
    }
    return order.flatMap((id) => posts[id] ?? [])
  }

  async change(section: 'ServiceSettings' | 'LogSettings', settings: object): Promise<void> {
    await this.host.api('PUT', '/config/patch', { [section]: settings })
  }
}

/** A page of the console in a window of its own, once it shows something. */
export async function openPage(
  windows: Windows,
  url: string,
  { token = null, isEager = false, ...options }: VisitOptions,
): Promise<Visit> {
  const visit = await windows.open(url, {
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
    scripts: [
      ...(token === null ? [] : [`sessionStorage.setItem('eiw-token', ${JSON.stringify(token)})`]),
      ...(isEager ? [EAGER] : []),
    ],
  })
  await visit.page.locator('h1').waitFor()
  return visit
}
