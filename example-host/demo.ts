import { WebhookError, type IncomingWebhooks, type User } from 'express-incoming-webhooks'
import { randomPassword } from './accounts.js'
import type { ChatChannel, ChatStore } from './store/index.js'

export interface Account {
  readonly username: string
  readonly password: string
}

type Passwords = Pick<IncomingWebhooks, 'hashPassword'>

const PEOPLE = ['maria', 'jonas']

/** An account made at the first start. Its address is nobody's. */
export async function createAccount(
  store: ChatStore,
  webhooks: Passwords,
  { username, password }: Account,
  admin: boolean,
): Promise<User> {
  const passwordHash = await webhooks.hashPassword(password)
  return store.users.create({ username, email: `${username}@localhost`, passwordHash, admin })
}

export interface Demo {
  readonly people: readonly Account[]
  /** Where programs post: the secret of the demo's webhook. */
  readonly hookUrl: string
}

interface Parts {
  readonly store: ChatStore
  readonly webhooks: Passwords
  readonly admin: Account
  /** Where this server answers. */
  readonly url: string
}

/** Two people, two channels, and a webhook that is made as everybody makes one: through the API. */
export async function createDemo({ store, webhooks, admin, url }: Parts): Promise<Demo> {
  const people = PEOPLE.filter((username) => username !== admin.username).map((username) => ({
    username,
    password: randomPassword(),
  }))
  const owner = await store.users.byUsername(admin.username)
  if (!owner) throw new WebhookError('user_missing')
  const users = await Promise.all(
    people.map((person) => createAccount(store, webhooks, person, false)),
  )
  const team = await store.teams.byName('main')
  const teamId = team?.id ?? ''
  const create = (name: string, displayName: string): Promise<ChatChannel> =>
    createChannel(store, { teamId, name, displayName, creatorId: owner.id }, users)
  await create('town-square', 'Town Square')
  const builds = await create('builds', 'Builds')
  return { people, hookUrl: await createWebhook(url, admin, builds.id) }
}

async function createChannel(
  store: ChatStore,
  channel: Omit<Parameters<ChatStore['channels']['create']>[0], 'type'>,
  members: readonly User[],
): Promise<ChatChannel> {
  const created = await store.channels.create({ ...channel, type: 'public' })
  for (const { id } of members) await store.channels.addMember(created.id, id)
  return created
}

async function createWebhook(url: string, admin: Account, channelId: string): Promise<string> {
  const login = { login_id: admin.username, password: admin.password }
  const token = (await send(url, '/users/login', login)).headers.get('token') ?? ''
  const webhook = { channel_id: channelId, display_name: 'Build server', description: 'The demo' }
  const record: unknown = await (await send(url, '/hooks/incoming', webhook, token)).json()
  await send(url, '/users/logout', {}, token)
  if (typeof record !== 'object' || record === null || !('url' in record)) {
    throw new Error('The demo webhook has no URL')
  }
  return String(record.url)
}

async function send(url: string, path: string, body: object, token = ''): Promise<Response> {
  const answer = await fetch(`${url}/api/v4${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (answer.ok) return answer
  throw new Error(`The demo could not be made: ${path} answered ${answer.status}`)
}
