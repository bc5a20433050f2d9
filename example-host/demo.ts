import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { randomPassword } from './accounts.js'
import { findMentions } from './api/posts.js'
import type { ChatChannel, ChatStore } from './store/index.js'

/** A message of the demo: of a user, by the name, or a payload for the webhook. */
interface DemoPost {
  readonly channel: 'town-square' | 'builds'
  readonly by?: string
  readonly message?: string
  /** Whether it is in the thread of the previous one. */
  readonly isReply?: boolean
  readonly payload?: object
}

const MINUTE = 60_000

/** The initial messages; `now` is the time of creation. */
export function demoPosts(admin: string, now: number): readonly DemoPost[] {
  return [
    {
      channel: 'town-square',
      by: 'maria',
      message:
        'Welcome! The build server now posts to **Builds** through an incoming webhook. Its URL is a secret: please keep it out of tickets.',
    },
    { channel: 'town-square', by: 'jonas', message: 'Nice. Tables too? :eyes:' },
    {
      channel: 'town-square',
      by: 'maria',
      message: `Tables, code, buttons. @${admin} has the URL; it is under *Main Menu › Integrations*.`,
    },
    { channel: 'builds', payload: { text: NIGHTLY } },
    {
      channel: 'builds',
      by: 'jonas',
      message: 'Starting `checkout` 2.14.0, twenty instances. Shout if the graphs look odd.',
    },
    { channel: 'builds', payload: DEPLOY },
    {
      channel: 'builds',
      by: 'maria',
      message: 'Latency is flat so far. :eyes:',
      isReply: true,
    },
    {
      channel: 'builds',
      by: 'jonas',
      message: '**12 of 20** instances run 2.14.0.',
      isReply: true,
    },
    { channel: 'builds', by: 'maria', message: 'Nothing from support so far.' },
    { channel: 'builds', payload: alert(now - 2 * MINUTE) },
    {
      channel: 'builds',
      by: 'jonas',
      message: `@${admin} can you look at the charge calls while I hold the roll-out?`,
    },
  ]
}

const NIGHTLY = `#### Run 481: 3 suites, 1 flaky

| Suite | Passed | Failed | Time | Note |
| :-- | --: | --: | --: | :-- |
| unit | 1,204 | 0 | 41 s | :white_check_mark: |
| browser | 318 | 0 | 6 min 10 s | :white_check_mark: |
| payments | 96 | 1 | 2 min 4 s | :warning: passed on retry |

\`\`\`sh
# run the flaky one again
npm test -- --suite payments --grep "expired card"
\`\`\``

const DEPLOY = {
  text: 'Rolling out checkout 2.14.0 to production: 60%',
  type: 'custom_deploy',
  props: {
    deploy: {
      title: 'checkout 2.14.0',
      target: 'production',
      by: 'jonas',
      state: 'running',
      status: 'Rolling out, 60%',
      progress: 60,
      stages: [
        { name: 'Build', state: 'done' },
        { name: 'Test', state: 'done' },
        { name: 'Roll out', state: 'now' },
        { name: 'Verify', state: 'wait' },
      ],
      facts: [
        { kind: 'branch', text: 'from 2.13.6' },
        { kind: 'commit', text: '9f2c41e' },
        { kind: 'duration', text: '3 min 12 s' },
        { text: '12 of 20 instances' },
      ],
    },
    card: '#### checkout 2.14.0\n\n- The cart keeps its items when a session ends\n- Refunds show the date on which the bank posts them\n\nEverything since 2.13.6, by **jonas**.',
  },
}

function alert(at: number): object {
  return {
    // An incident, so that it can be acknowledged.
    correlation_key: 'checkout error rate',
    attachments: [
      {
        fallback: 'checkout error rate above 5%',
        color: 'danger',
        author_name: 'Alertmanager · production',
        title: 'checkout error rate above 5%',
        title_link: 'https://alerts.example.com/checkout',
        text: 'Payment calls to `/v2/charge` are failing. The roll-out of 2.14.0 is at 60%.',
        fields: [
          { title: 'Severity', value: 'critical', short: true },
          { title: 'Error rate', value: '7.3%', short: true },
          { title: 'Region', value: 'eu-central', short: true },
          {
            title: 'Runbook',
            value: '[Checkout: payment errors](https://runbooks.example.com/checkout)',
            short: false,
          },
        ],
        // Links: a program behind the buttons would have to run first (`npm run example:receiver`).
        actions: [
          link('Open runbook', 'https://runbooks.example.com/checkout', 'primary'),
          link('Show graphs', 'https://graphs.example.com/checkout', 'default'),
        ],
        ts: Math.floor(at / 1_000),
      },
    ],
  }
}

function link(name: string, url: string, style: string): object {
  return { name, type: 'button', style, url }
}

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
