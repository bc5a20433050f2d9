import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { randomPassword } from './accounts.js'
import { findMentions } from './api/mentions.js'
import { type DemoPost, demoPosts } from './demo-posts.js'
import type { ChatChannel, ChatStore } from './store/index.js'

export interface Account {
  readonly username: string
  readonly password: string
}

type Passwords = Pick<IncomingWebhooks['signIn'], 'hashPassword'>

const PEOPLE = ['maria', 'jonas']

/** An account that is created at the first start, with a fictitious e-mail address. */
export async function createAccount(
  store: ChatStore,
  passwords: Passwords,
  { username, password }: Account,
  admin: boolean,
): Promise<HookUser> {
  const passwordHash = await passwords.hashPassword(password)
  return store.users.create({ username, email: `${username}@localhost`, passwordHash, admin })
}

export interface Demo {
  readonly people: readonly Account[]
  /** The URL of the demo webhook, which is a secret. */
  readonly hookUrl: string
  /** The name of the channel in which its messages appear. */
  readonly channel: string
}

interface Parts {
  readonly store: ChatStore
  readonly webhooks: Pick<IncomingWebhooks, 'signIn' | 'manage'>
  readonly admin: Account
  /** The URL of this server. */
  readonly url: string
}

/**
 * Creates two users, two channels with messages, and a webhook, to whose URL some of them are sent.
 */
export async function createDemo({ store, webhooks, admin, url }: Parts): Promise<Demo> {
  const people = PEOPLE.filter((username) => username !== admin.username).map((username) => ({
    username,
    password: randomPassword(),
  }))
  const owner = await store.users.byUsername(admin.username)
  if (!owner) throw new WebhookError('user_missing')
  const users = await Promise.all(
    people.map((person) => createAccount(store, webhooks.signIn, person, false)),
  )
  const teamId = store.teams[0]?.id ?? ''
  const create = (name: string, displayName: string): Promise<ChatChannel> =>
    createChannel(store, { teamId, name, displayName, creatorId: owner.id }, users)
  const square = await create('town-square', 'Town Square')
  const builds = await create('builds', 'Builds')
  const { url: hookUrl } = await webhooks.manage.create(owner.id, {
    channelId: builds.id,
    displayName: 'Build server',
    description: 'The demo',
    acknowledge: true,
  })
  // The public URL may lead through a proxy that is not running yet.
  const key = hookUrl.slice(hookUrl.lastIndexOf('/') + 1)
  const write = writer(store, { 'town-square': square, builds }, users, `${url}/hooks/${key}`)
  for (const post of demoPosts(admin.username, Date.now())) await write(post)
  return { people, hookUrl, channel: builds.displayName }
}

async function createChannel(
  store: ChatStore,
  channel: Omit<Parameters<ChatStore['channels']['create']>[0], 'type'>,
  members: readonly HookUser[],
): Promise<ChatChannel> {
  const created = await store.channels.create({ ...channel, type: 'public' })
  for (const { id } of members) await store.channels.addMember(created.id, id)
  return created
}

/** Posts as the users do; the webhook's messages are sent to its URL. */
function writer(
  store: ChatStore,
  channels: Readonly<Record<DemoPost['channel'], ChatChannel>>,
  users: readonly HookUser[],
  hookUrl: string,
): (post: DemoPost) => Promise<void> {
  return async ({ channel: name, by, message = '', payload, replies = [] }) => {
    const channel = channels[name]
    const say = async (username: string, text: string, rootId: string): Promise<string> => {
      const userId = users.find((user) => user.username === username)?.id
      if (userId === undefined) return ''
      const mentions = await findMentions(store, channel, text)
      const post = { channelId: channel.id, userId, message: text, rootId, mentions }
      return (await store.posts.create(post)).id
    }
    if (payload) await sendJson(hookUrl, payload)
    else if (by !== null) await say(by, message, '')
    const [root] = await store.posts.page(channel.id, { perPage: 1 })
    for (const reply of replies) await say(reply.by, reply.message, root?.id ?? '')
  }
}

async function sendJson(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  // The URL of a webhook is a secret.
  if (!answer.ok) throw new Error(`A message of the demo was answered with ${answer.status}`)
}
