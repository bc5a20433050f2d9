import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HookPost } from 'express-incoming-webhooks'
import type { StoredPost } from 'express-incoming-webhooks/adapters'
import { createOverSqlApp } from '../../example-host/over-sql/app.js'
import { createAdapters } from '../../example-host/over-sql/adapters.js'
import { createChat } from '../../example-host/over-sql/chat.js'
import { type Database, openDatabase } from '../../example-host/over-sql/database.js'
import { messagesOf } from '../../example-host/over-sql/messages.js'

export const PASSWORD = 'a password'
const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'oncall', 'nora', 'Olga']

/** The chat over SQL, listening, with the people and channels that the senders know. */
export interface World {
  readonly url: string
  readonly hookPath: string
  readonly people: ReadonlyMap<string, string>
  readonly db: Database
  readonly codes: readonly unknown[]
  /** Posts of all channels by the channel's name, `dm:a:b` for two people. */
  readonly posts: () => Promise<readonly (HookPost & { readonly channel: string })[]>
  readonly cookieOf: (login: string) => Promise<string>
  readonly call: (
    method: string,
    path: string,
    cookie: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>
  readonly close: () => Promise<void>
}

/** `rooms` are open ones beside `alerts`, which the webhook posts to. */
export async function openWorld(rooms: readonly string[] = []): Promise<World> {
  const db = await openDatabase()
  const chat = createChat(db)
  const workspaceId = chat.addWorkspace('parley')
  const people = new Map(
    PEOPLE.map((login) => [
      login.toLowerCase(),
      String(
        chat.addPerson({
          login,
          mail: `${login}@example.test`,
          password: PASSWORD,
          operator: login === 'Olga',
        }),
      ),
    ]),
  )
  for (const slug of new Set(['alerts', ...rooms]))
    chat.addRoom({ workspaceId, kind: 'open', slug, title: slug })
  const codes: unknown[] = []
  const app = createOverSqlApp({
    db,
    chat,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'http://localhost',
    log: (_level, _message, fields) => codes.push(fields?.['code']),
  })
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => {
      resolve(listening)
    })
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const cookieOf = (login: string): Promise<string> => signIn(url, login)
  const call = caller(url)
  const alice = await cookieOf('alice')
  const olga = await cookieOf('OLGA')
  const ServiceSettings = { EnablePostUsernameOverride: true, EnablePostIconOverride: true }
  await call('PUT', '/api/v4/config/patch', olga, { ServiceSettings })
  const channels = await call('GET', '/api/v4/hooks/incoming/channels?q=alerts', alice)
  const [alerts] = Object.values(channels.body)
  const made = await call('POST', '/api/v4/hooks/incoming', olga, {
    channel_id: Reflect.get(Object(alerts), 'id') as unknown,
    display_name: 'Senders',
    user_id: people.get('alice'),
    rate_limit: { per_second: 1000, burst: 1000 },
  })
  return {
    url,
    people,
    db,
    codes,
    cookieOf,
    call,
    hookPath: new URL(String(made.body['url'])).pathname,
    posts: () => allPosts(db),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      db.close()
    },
  }
}

async function signIn(url: string, login: string): Promise<string> {
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password: PASSWORD }),
  })
  if (answer.status !== 204) throw new Error(`signing in answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function caller(url: string): World['call'] {
  return async (method, path, cookie, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> }
  }
}

async function allPosts(db: Database): ReturnType<World['posts']> {
  const { channels, users } = createAdapters(db)
  const found: (HookPost & { readonly channel: string })[] = []
  for (const { id, low_person: low, high_person: high } of db.all('SELECT * FROM rooms')) {
    const room = await channels.findById(String(id))
    const pair = await users.findByIds([String(low), String(high)])
    const names = [low, high].map((each) => pair.find((user) => user.id === String(each))?.username)
    const channel = room?.type === 'direct' ? ['dm', ...names].join(':') : (room?.name ?? '')
    found.push(...messagesOf(db, String(id)).map((post) => ({ ...readPost(post), channel })))
  }
  return found
}

// This host writes every member of a post.
function readPost(post: StoredPost): HookPost {
  return JSON.parse(JSON.stringify(post)) as HookPost
}
