import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ErrorCode,
  type HookPost,
  type HookUser,
  type IncomingWebhook,
  WebhookError,
} from 'express-incoming-webhooks'
import {
  type BatchResult,
  DEFAULT_WEBHOOK,
  type IdempotencyRecord,
  type NewPost,
  type PostBatch,
  type StoredPost,
} from 'express-incoming-webhooks/adapters'
import { createId } from '../../example-host/store/ids.js'
import {
  openStore,
  type ChatStore,
  type JsonStore,
  type StoreChange,
  type StoreOptions,
  type Unread,
} from '../../example-host/store/index.js'

const directories: string[] = []
const open: JsonStore[] = []

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'store-test-'))
  directories.push(directory)
  return directory
}

/** Opens a store that `cleanUp` closes. */
export async function opened(dir: string, options: Partial<StoreOptions> = {}): Promise<JsonStore> {
  const store = await openStore({ ...options, dir })
  open.push(store)
  return store
}

export async function cleanUp(): Promise<void> {
  for (const store of open.splice(0)) await store.close().catch(() => undefined)
  for (const path of directories.splice(0)) await rm(path, { recursive: true, force: true })
}

/** The store's files as they are on the disk now: what a crash of the process would leave. */
export async function copyOf(directory: string): Promise<string> {
  const copy = await temporaryDirectory()
  await cp(directory, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  return copy
}

/** The files of a small store by their path in it, the lock left out. */
export async function readStore(directory: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'lock.json') continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(directory.length + 1), await readFile(path))
  }
  return files
}

/** A new directory with these files. */
export async function storeOf(files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'posts'))
  for (const [path, bytes] of files) await writeFile(join(directory, path), bytes)
  return directory
}

export function newPost(message: string, changes: Partial<NewPost> = {}): NewPost {
  return {
    id: createId(),
    channelId: 'channel',
    userId: 'user',
    webhookId: 'webhook',
    rootId: '',
    message,
    type: '',
    props: { from_webhook: 'true' },
    priority: null,
    mentions: { userIds: [], channelWide: null },
    ...changes,
  }
}

/** Stores one batch of these messages. */
export async function send(
  store: ChatStore,
  messages: readonly string[],
  changes: Partial<NewPost> = {},
): Promise<readonly HookPost[]> {
  const posts = messages.map((message) => newPost(message, changes))
  const result = await store.adapters.posts.createBatch({ posts })
  return Promise.all(postsOf(result).map(({ id }) => knownPost(store, id)))
}

/** The posts of a batch, whether it was stored now or earlier. */
export function postsOf(result: BatchResult): readonly StoredPost[] {
  if ('posts' in result) return result.posts
  return 'earlier' in result ? result.earlier.posts : []
}

async function knownPost(store: ChatStore, id: string): Promise<HookPost> {
  const post = await store.posts.byId(id)
  if (!post) throw new Error('a stored post is not found')
  return post
}

/** The messages of a channel, oldest first. */
export async function messages(store: ChatStore, channelId = 'channel'): Promise<string[]> {
  const page = await store.posts.page(channelId, { perPage: 1_000_000 })
  return page.map((post) => post.message).reverse()
}

export async function newUser(
  store: ChatStore,
  username: string,
  admin = false,
): Promise<HookUser> {
  const email = `${username}@example.com`
  return store.users.create({ username, email, passwordHash: `hash of ${username}`, admin })
}

export async function unreadOf(
  store: ChatStore,
  userId: string,
  channelId: string,
): Promise<Unread | undefined> {
  return (await store.unread(userId, [channelId])).get(channelId)
}

export async function mainTeam(store: ChatStore): Promise<string> {
  return store.teams[0]?.id ?? ''
}

export function onceFor(
  key: string,
  fingerprint = 'print',
  expiresAt = Date.now() + 60_000,
): IdempotencyRecord {
  return { webhookId: 'webhook', key, fingerprint, expiresAt, warnings: [], ignored: [] }
}

export type Incident = NonNullable<PostBatch['incident']>['incident']

/** The incident that an alert is, for a batch whose first post shows it. */
export function newIncident(key: string, changes: Partial<Incident> = {}): Incident {
  const now = Date.now()
  return {
    webhookId: 'webhook',
    channelId: 'channel',
    key,
    postId: '',
    title: `Alert ${key}`,
    state: 'open',
    count: 1,
    since: now,
    until: null,
    closedAt: null,
    history: [],
    at: null,
    lastAt: now,
    fingerprint: 'print',
    expiresAt: now + 24 * 3_600_000,
    version: 1,
    ...changes,
  }
}

export function newIncidents(count: number, changes: (n: number) => Partial<Incident>): Incident[] {
  return Array.from({ length: count }, (_, n) => newIncident(`incident ${n}`, changes(n)))
}

export function newWebhook(id: string, changes: Partial<IncomingWebhook> = {}): IncomingWebhook {
  return {
    ...DEFAULT_WEBHOOK,
    id,
    keyDigest: `digest of ${id}`,
    createAt: 1,
    updateAt: 1,
    userId: 'user',
    channelId: 'channel',
    teamId: 'team',
    displayName: id,
    ...changes,
  }
}

/** The error that a promise fails with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

export async function failureCode(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
  const error = await failure(promise)
  return error instanceof WebhookError ? error.code : undefined
}

/** Runs many small checks, some at a time: they wait for the disk more than they work. */
export async function forEach<T>(
  items: Iterable<T>,
  check: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse()
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await check(item)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

type Kind = StoreChange['kind']
type ChangeOf<K extends Kind> = StoreChange & { readonly kind: K }

/** Calls the listener with changes of one kind, of these channels and users. Returns how to stop that. */
export async function listen<K extends Kind>(
  store: ChatStore,
  ids: readonly string[],
  kind: K,
  listener: (change: ChangeOf<K>) => void,
): Promise<() => void> {
  const isMeant = (change: StoreChange): change is ChangeOf<K> => change.kind === kind
  const following = store.follow((change) => {
    if (isMeant(change)) listener(change)
  })
  await following.add(ids)
  return () => {
    following.end()
  }
}
