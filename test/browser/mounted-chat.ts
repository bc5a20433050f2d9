import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { createChatApp } from '../../example-host/app.js'
import { openStore } from '../../example-host/store/index.js'
import { serveUpgrades } from '../../example-host/upgrade.js'
import { call } from '../support/http-client.js'
import { PASSWORD } from './site.js'

export const PREFIX = '/team/chat'

/** How the prefix comes about: the chat is mounted there, or a proxy takes it off. */
export type Mounting = 'mounted' | 'proxied'

/** The chat below a prefix, with the administrator `root`, a channel `deploys` and its webhook. */
export interface MountedChat {
  /** Ends with the prefix. */
  readonly url: string
  readonly webhookId: string
  readonly hookUrl: string
  /** The id of the new post. */
  post(payload: object): Promise<string>
  stop(): Promise<void>
}

export async function mountChat(mounting: Mounting): Promise<MountedChat> {
  const dir = await mkdtemp(join(tmpdir(), 'mounted-chat-'))
  const store = await openStore({ dir })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port ?? ''}${PREFIX}`
  const chat = createChatApp({
    store,
    secret: 'a secret of at least 32 bytes, for tests',
    siteUrl: url,
    limits: { signIn: null, keyFailures: null, webhook: null },
  })
  const mounted: RequestListener = express().use(PREFIX, chat.app)
  const proxied: RequestListener = (req, res) => {
    if (withoutPrefix(req)) chat.app(req, res)
    else res.writeHead(404).end()
  }
  server.on('request', mounting === 'mounted' ? mounted : proxied)
  serveUpgrades(server, (req, socket, head) => {
    if (mounting === 'proxied') withoutPrefix(req)
    chat.handleUpgrade(req, socket, head)
  })

  const passwordHash = await chat.webhooks.signIn.hashPassword(PASSWORD)
  await store.users.create({ username: 'root', email: 'r@a.example', passwordHash, admin: true })
  const { webhookId, hookUrl } = await furnish(url)
  return {
    url,
    webhookId,
    hookUrl,
    post: async (payload) => {
      const { text } = await send(`${hookUrl}?wait=true`, '', payload)
      return /"posts":\[\{"id":"(\w+)"/.exec(text)?.[1] ?? ''
    },
    stop: async () => {
      server.close()
      await chat.close()
      server.closeAllConnections()
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Takes it off, as proxies do. False where there is none. */
function withoutPrefix(req: IncomingMessage): boolean {
  if (req.url?.startsWith(`${PREFIX}/`) !== true) return false
  req.url = req.url.slice(PREFIX.length)
  return true
}

async function furnish(url: string): Promise<{ webhookId: string; hookUrl: string }> {
  const api = `${url}/api/v4`
  const account = { login_id: 'root', password: PASSWORD }
  const { headers } = await send(`${api}/users/login`, '', account)
  const token = String(headers['token'])
  const team = memberOf(await send(`${api}/teams/name/main`, token), 'id')
  const channel = { team_id: team, name: 'deploys', display_name: 'deploys', type: 'O' }
  const id = memberOf(await send(`${api}/channels`, token, channel), 'id')
  const webhook = { channel_id: id, display_name: 'Deploys' }
  const made = await send(`${api}/hooks/incoming`, token, webhook)
  return { webhookId: memberOf(made, 'id'), hookUrl: memberOf(made, 'url') }
}

function send(url: string, token: string, body?: object) {
  return call(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function memberOf({ text }: { readonly text: string }, name: string): string {
  const answer: unknown = JSON.parse(text)
  const value: unknown = answer instanceof Object ? Reflect.get(answer, name) : undefined
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}: ${text}`)
  return value
}
