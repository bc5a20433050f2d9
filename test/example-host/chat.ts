import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import type { HookUser } from 'express-incoming-webhooks'
import request, { type Test } from 'supertest'
import { type ChatApp, type ChatAppOptions, createChatApp } from '../../example-host/app.js'
import { type ChatStore, openStore } from '../../example-host/store/index.js'
import { serveUpgrades } from '../../example-host/upgrade.js'

export const PASSWORD = 'Correct-horse-1'
/** Of the lowest cost: the tests sign in hundreds of times. */
const passwordHash = hashSync(PASSWORD, 4)

/** A person of the test's chat, signed in. */
export interface Person extends HookUser {
  readonly token: string
}

/** The chat on a port of its own, over a store in a directory of its own. */
export interface Chat {
  readonly url: string
  readonly port: number
  readonly server: Server
  readonly store: ChatStore
  readonly chat: ChatApp
  readonly teamId: string
  readonly admin: Person
  /** A call to the v4 API; as nobody with null. */
  api(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    as: Person | null,
    body?: object,
  ): Test
  addPerson(username: string): Promise<Person>
  signIn(username: string, password?: string): Promise<string>
  /** Its id. */
  addChannel(name: string, type: 'O' | 'P', as: Person): Promise<string>
  close(): Promise<void>
}

export async function startChat(options: Partial<ChatAppOptions> = {}): Promise<Chat> {
  const dir = await mkdtemp(join(tmpdir(), 'chat-'))
  const store = options.store ?? (await openStore({ dir }))
  const chat = createChatApp({
    secret: 'a secret of at least 32 bytes, for tests',
    siteUrl: 'http://chat.example.test',
    limits: { signIn: null, keyFailures: null, webhook: null },
    ...options,
    store,
  })
  const server = createServer({ connectionsCheckingInterval: 100 }, chat.app)
  serveUpgrades(server, chat.handleUpgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const [team] = store.teams
  const teamId = team?.id ?? ''

  const signIn = async (username: string, password = PASSWORD): Promise<string> => {
    const answer = await request(url)
      .post('/api/v4/users/login')
      .send({ login_id: username, password })
      .expect(200)
    return answer.get('Token') ?? ''
  }
  const add = async (username: string, admin: boolean): Promise<Person> => {
    const email = `${username}@example.test`
    // Another node may have added the administrator.
    const known = await store.users.byUsername(username)
    const user = known ?? (await store.users.create({ username, email, passwordHash, admin }))
    return { ...user, token: await signIn(username) }
  }
  const api: Chat['api'] = (method, path, as, body) => {
    const call = request(url)[method](`/api/v4${path}`)
    if (as) call.set('Authorization', `Bearer ${as.token}`)
    return body === undefined ? call : call.send(body)
  }
  return {
    url,
    port,
    server,
    store,
    chat,
    teamId,
    api,
    signIn,
    admin: await add('admin', true),
    addPerson: (username) => add(username, false),
    addChannel: async (name, type, as) => {
      const body = { team_id: teamId, name, display_name: name, type }
      return idOf(await api('post', '/channels', as, body).expect(201))
    },
    close: async () => {
      server.close()
      await chat.close()
      server.closeAllConnections()
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Two people, and a public and a private channel of the first one. */
export interface PeopledChat {
  readonly chat: Chat
  readonly alice: Person
  readonly bob: Person
  readonly open: string
  readonly closed: string
}

export async function startPeopledChat(): Promise<PeopledChat> {
  const chat = await startChat()
  const alice = await chat.addPerson('alice')
  const bob = await chat.addPerson('bob')
  const open = await chat.addChannel('open', 'O', alice)
  const closed = await chat.addChannel('closed', 'P', alice)
  return { chat, alice, bob, open, closed }
}

export function idOf({ body }: { readonly body: unknown }): string {
  return String(member(body, 'id'))
}

export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

/** What supertest leaves untyped. */
export function bodyOf({ body }: { readonly body: unknown }): unknown {
  return body
}
