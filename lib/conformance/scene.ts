import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { MaybePromise } from '../adapters/types.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { sampleValues } from '../model/fields.js'
import type { IncomingWebhook, NewPost, HookPost } from '../model/records.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  HIDDEN_FIELDS,
  type HiddenValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import { withFirstId } from '../rules/stored-post.js'
import type { CheckedSession } from './session.js'

/** In the year 2100: what ends then does not end during a test. */
export const FAR = 4_102_444_800_000

/** Texts that are not ids or names on any host. Integrations can send any of them. */
export const NOBODY: readonly string[] = [
  'unknown',
  '0',
  '-1',
  '9007199254740993',
  '1e3',
  ' ',
  "o'clock",
  '%',
  '__proto__',
  'constructor',
  '{"id":1}',
  '\u{1f600}',
  'x'.repeat(256),
]

/** A post that has no id yet. */
export type GivenPost = Omit<NewPost, 'id'>

/** Posts, or those with these messages. */
type Given = readonly (GivenPost | string)[]

/** The setup of most tests: a user, a channel, and the user's webhook for that channel. */
export async function openScene(session: CheckedSession) {
  const { posts, webhooks, readPosts } = session
  const user = await session.seedUser('wanda')
  const channel = await session.seedChannel('releases')
  /** A record as the library creates it; `name` is a character that distinguishes several. */
  const newWebhook = (name: string): IncomingWebhook => ({
    ...DEFAULT_WEBHOOK,
    id: idOf(name),
    keyDigest: digestOf(name),
    keyCipher: `cipher-${name}`,
    keyHint: name.padStart(4, 'k'),
    signingSalt: `salt-${name}`,
    createAt: 1_700_000_000_000,
    updateAt: 1_700_000_000_000,
    userId: user.id,
    channelId: channel.id,
    teamId: channel.teamId,
    displayName: `Webhook ${name}`,
  })
  const webhook = await webhooks.create(newWebhook('1'))
  const newPost = (message: string, changes?: Partial<GivenPost>): GivenPost => ({
    channelId: channel.id,
    userId: user.id,
    webhookId: webhook.id,
    rootId: '',
    message,
    type: '',
    props: { from_webhook: 'true' },
    priority: null,
    mentions: { userIds: [], channelWide: null },
    ...changes,
  })
  /** With their ids. */
  const named = async (...given: Given): Promise<NewPost[]> => {
    const ids = given.length === 0 ? [] : await posts.newIds(given.length)
    const [firstId = ''] = ids
    return given.map((each, index) => {
      const post = typeof each === 'string' ? newPost(each) : each
      return withFirstId({ ...post, id: ids[index] ?? '' }, firstId)
    })
  }
  /** Stores them as a batch, as the library does. Fails unless it was stored now. */
  const storePosts = async (...given: Given) => {
    const result = await posts.createBatch({ posts: await named(...given) })
    assert.ok(result.stored, 'a batch without an idempotency key is stored')
    return result.posts
  }
  /** The messages of a channel; without an id, of the channel of the scene. */
  const messagesIn = async (channelId = channel.id): Promise<readonly string[]> =>
    (await readPosts(channelId)).map(({ message }) => message)
  return {
    user,
    channel,
    webhook,
    newWebhook,
    /** The idempotency key of a request. */
    once: {
      webhookId: webhook.id,
      key: 'CI-127',
      fingerprint: digestOf('the request'),
      expiresAt: FAR,
      warnings: [{ path: 'thread_ts', reason: 'not supported' }],
      ignored: ['mrkdwn', 'attachments[0].mrkdwn_in'],
    },
    newPost,
    named,
    storePosts,
    storePost: async (...given: Parameters<typeof newPost>) =>
      found((await storePosts(newPost(...given)))[0], 'the post'),
    messagesIn,
    /** Fails unless the channel has exactly these messages. */
    expectMessages: async (...messages: readonly string[]) => {
      assert.deepEqual(await messagesIn(), messages, 'messages in the channel')
    },
    /** Fails unless the channel has exactly these posts. */
    expectPosts: async (...expected: readonly (HookPost | undefined)[]) => {
      assert.deepEqual(await readPosts(channel.id), expected, 'posts in the channel')
    },
  }
}

/** The same webhook with a non-default value in every field. */
export function fullWebhook(webhook: IncomingWebhook): IncomingWebhook {
  const { id, keyDigest, createAt, userId, channelId, teamId } = webhook
  return {
    ...sampleValues<ServerValues>(SERVER_FIELDS),
    ...sampleValues<HiddenValues>(HIDDEN_FIELDS),
    ...sampleValues<CallerValues>(CALLER_FIELDS),
    id,
    keyDigest,
    createAt,
    userId,
    channelId,
    teamId,
  }
}

/** The id of the webhook that is called so. */
export function idOf(name: string) {
  return `wh${name}`.padEnd(26, 'y')
}

/** The digest by which the library looks up a key. */
export function digestOf(name: string) {
  return createHash('sha256').update(name).digest('hex')
}

/** Simulates a failure in the middle of a batch, such as a lost connection. */
export function unreadable(post: NewPost): NewPost {
  return Object.defineProperty({ ...post }, 'props', {
    enumerable: true,
    get: () => {
      throw new Error('these props cannot be read, on purpose')
    },
  })
}

/** Fails unless a record has these members. It may have others of the host. */
export function assertHolds(actual: object | null, expected: object, what: string) {
  const record = found(actual, what)
  const members = Object.keys(expected).map((name): [string, unknown] => [
    name,
    Reflect.get(record, name),
  ])
  assert.deepEqual(Object.fromEntries(members), expected, what)
}

/** Fails unless a post is this one after a change: with a later `updateAt`, which is not known. */
export function assertNewer(post: HookPost, expected: HookPost, what: string) {
  const { updateAt } = post
  assert.ok(updateAt > expected.updateAt, 'updateAt increases with each change')
  assert.deepEqual(post, { ...expected, updateAt }, what)
}

/** Fails for null, because a record that was just stored must be found. */
export function found<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) assert.fail(`${what} is not found`)
  return value
}

// Two changes once would meet too seldom: a store that looks at the version too early often rejects one of
// them all the same.
const RIVALS = 8
const ROUNDS = 5

/** Changes a record of version 0 several times at once, in rounds: one change is made, the rest are rejected. */
export async function assertOneWins<Result>(
  change: (text: string, expectedVersion: number) => MaybePromise<Result | null>,
  find: () => MaybePromise<Result | null>,
) {
  for (let version = 0; version < ROUNDS; version += 1) {
    const texts = Array.from({ length: RIVALS }, (_, rival) => `change ${rival} of ${version}`)
    const answers = await Promise.all(texts.map(async (text) => change(text, version)))
    const [winner, ...others] = answers.filter((answer) => answer !== null)
    assert.deepEqual(others, [], 'of concurrent changes, all but one are rejected')
    assert.deepEqual(await find(), winner, 'the record after them')
  }
}

/** Changes every changeable member of a record at every level. Frozen objects do not change. */
export function scramble(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    if (typeof member === 'object' && member !== null) scramble(member)
    else Reflect.set(value, name, 'scrambled')
  }
  // What is frozen stays as it is, but perhaps not what is in it.
  if (Object.isFrozen(value)) return
  if (Array.isArray(value)) value.push('scrambled')
  else Reflect.set(value, 'scrambled', true)
}
