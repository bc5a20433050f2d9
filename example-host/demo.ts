import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { randomPassword } from './accounts.js'
import { findMentions } from './api/posts.js'
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

interface Parts {
  readonly store: ChatStore
  readonly webhooks: IncomingWebhooks
  readonly admin: Account
  /** The URL of this server. */
  readonly url: string
}

/**
 * Creates two users, two channels with messages, and a webhook, to whose URL some of them are sent.
 */
export async function createDemo({ store, webhooks, admin, url }: Parts) {
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
  const create = async (name: string, displayName: string): Promise<ChatChannel> => {
    const wanted = { teamId, type: 'public', name, displayName, creatorId: owner.id } as const
    const channel = await store.channels.create(wanted)
    for (const { id } of users) await store.channels.addMember(channel.id, id)
    return channel
  }
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
  for (const post of demoPosts(admin.username, Date.now())) {
    const author = users.find(({ username }) => username === post.by)
    if (post.payload) await sendJson(`${url}/hooks/${key}`, post.payload)
    else if (author) await write(store, post.channel === 'builds' ? builds : square, author, post)
  }
  return {
    people,
    /** The URL of the demo webhook, which is a secret. */
    hookUrl,
    /** The name of the channel in which its messages appear. */
    channel: builds.displayName,
  }
}

async function write(
  store: ChatStore,
  channel: ChatChannel,
  { id: userId }: HookUser,
  { message = '', isReply = false }: DemoPost,
): Promise<void> {
  const [last] = await store.posts.page(channel.id, { perPage: 1 })
  const rootId = isReply && last ? last.rootId || last.id : ''
  const mentions = await findMentions(store, channel, message)
  await store.posts.create({ channelId: channel.id, userId, message, rootId, mentions })
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
