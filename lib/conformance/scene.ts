import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { MaybePromise } from '../adapters/types.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { sampleValues } from '../model/fields.js'
import type { HookChannel, IncomingWebhook, NewPost, HookPost, HookUser } from '../model/records.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  HIDDEN_FIELDS,
  type HiddenValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import { withFirstId } from '../rules/parts.js'
import type { CheckedSession, SeedChannel, SeedUser } from './session.js'

/** A bcrypt hash as `hashPassword` returns it, of an unknown password. */
export const PASSWORD_HASH = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234'

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

/** The setup of most tests: a user, a channel, and the user's webhook for that channel. */
export interface Scene {
  readonly user: HookUser
  readonly channel: HookChannel
  readonly webhook: IncomingWebhook
  readonly newPost: (message: string, changes?: Partial<GivenPost>) => GivenPost
}

export async function openScene(session: CheckedSession): Promise<Scene> {
  const user = await seedUser(session, 'wanda')
  const channel = await seedChannel(session, 'releases')
  const webhook = await session.adapters.webhooks.create(newWebhook('1', user, channel))
  const newPost: Scene['newPost'] = (message, changes) => ({
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
  return { user, channel, webhook, newPost }
}

export function seedUser(
  session: CheckedSession,
  username: string,
  rest: Partial<SeedUser> = {},
): Promise<HookUser> | HookUser {
  return session.seedUser({
    username,
    email: `${username}@example.test`,
    admin: false,
    active: true,
    passwordHash: PASSWORD_HASH,
    ...rest,
  })
}

export function seedChannel(
  session: CheckedSession,
  name: string,
  rest: Partial<SeedChannel> = {},
): Promise<HookChannel> | HookChannel {
  return session.seedChannel({
    name,
    displayName: `The ${name}`,
    type: 'public',
    archived: false,
    ...rest,
  })
}

/** A record as the library creates it; `name` is a digit that distinguishes several. */
export function newWebhook(name: string, user: HookUser, channel: HookChannel): IncomingWebhook {
  return {
    ...DEFAULT_WEBHOOK,
    id: `wh${name}`.padEnd(26, 'y'),
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

/** The digest by which the library looks up a key. */
export function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** Stores a batch as the library does. Fails unless it was stored now. */
export async function storePosts(
  session: CheckedSession,
  posts: readonly GivenPost[],
): Promise<readonly HookPost[]> {
  const result = await session.adapters.posts.createBatch({ posts: await named(session, posts) })
  assert.ok(result.stored, 'a batch without an idempotency key is stored')
  return result.posts
}

/** The posts with their ids. */
export async function named(
  { adapters }: CheckedSession,
  posts: readonly GivenPost[],
): Promise<NewPost[]> {
  const ids = await adapters.posts.newIds(posts.length)
  const [firstId = ''] = ids
  return posts.map((post, index) => withFirstId({ ...post, id: ids[index] ?? '' }, firstId))
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

export async function messagesIn(
  session: CheckedSession,
  channelId: string,
): Promise<readonly string[]> {
  const posts = await session.readPosts(channelId)
  return posts.map((post) => post.message)
}

/** Fails unless a record has these members. It may have others of the host. */
export function assertHolds(actual: object | null, expected: object, what: string): void {
  const record = found(actual, what)
  const members = Object.keys(expected).map((name): [string, unknown] => [
    name,
    Reflect.get(record, name),
  ])
  assert.deepEqual(Object.fromEntries(members), expected, what)
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
): Promise<void> {
  for (let version = 0; version < ROUNDS; version += 1) {
    const texts = Array.from({ length: RIVALS }, (_, rival) => `change ${rival} of ${version}`)
    const answers = await Promise.all(texts.map(async (text) => change(text, version)))
    const [winner, ...others] = answers.filter((answer) => answer !== null)
    assert.deepEqual(others, [], 'of concurrent changes, all but one are rejected')
    assert.deepEqual(await find(), winner, 'the record after them')
  }
}

/** Changes every changeable member of a record at every level. Frozen objects do not change. */
export function scramble(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    if (typeof member === 'object' && member !== null) scramble(member)
    else Reflect.set(value, name, 'scrambled')
  }
  if (Array.isArray(value)) value.push('scrambled')
  else Reflect.set(value, 'scrambled', true)
}
