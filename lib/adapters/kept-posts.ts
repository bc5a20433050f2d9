import { readPost } from '../host/read-records.js'
import { WrongResult } from '../host/wrong-result.js'
import type { NewPost, HookPost } from '../model/records.js'
import { changedPost, withFirstId } from '../rules/stored-post.js'
import { checkFunctions } from './check-functions.js'
import { RETURNS } from './first-use.js'
import { type HeldIncidents, type KeptKeys, storeOnce } from './once.js'
import type { OwnMessages, StoredMessage, Stores, WrittenPosts } from './stores.js'
import type { PostEdit } from './incidents.js'
import type { PostBatch, PostsAdapter } from './types.js'

/** Whole posts, kept beside the messages of the host. */
export interface KeptPosts<Transaction> {
  /** Those that are kept, in any order. */
  find(ids: readonly string[]): Promise<readonly unknown[]>
  insert(transaction: Transaction, posts: readonly HookPost[]): Promise<void>
  /** Changes the message with `message`. False, without that, if the post no longer has this version. */
  replace(
    transaction: Transaction,
    post: HookPost,
    expectedVersion: number,
    message: () => Promise<void>,
  ): Promise<boolean>
  /** Deletes the messages with `message`, and returns its result. */
  delete<Result>(
    transaction: Transaction,
    ids: readonly string[],
    message: () => Promise<Result>,
  ): Promise<Result>
}

/** For posts whose messages the host changes itself. */
export async function nothingElse() {}

/** Runs some work in a transaction of the host. */
type Transact<Transaction, Handle> = <Result>(
  work: (transaction: Transaction, handle: Handle) => Promise<Result>,
) => Promise<Result>

/** What differs between kinds of databases. */
interface StoreParts<Transaction, Handle> extends Pick<
  Stores<Transaction, Handle>,
  'webhooks' | 'settings' | 'sessions' | 'counters' | 'deletePosts'
> {
  readonly kept: KeptPosts<Transaction>
  readonly keys: KeptKeys<Transaction>
  readonly incidents: HeldIncidents<Transaction>
  readonly clock: () => number
  readonly transaction: Transact<Transaction, Handle>
}

export function assembleStores<Transaction, Handle>(
  parts: StoreParts<Transaction, Handle>,
): Stores<Transaction, Handle> {
  const { kept, keys, incidents, clock: _clock, transaction: _transaction, ...stores } = parts
  const { findBatch } = keys
  const { findIncident, listIncidents } = incidents
  const finders = { findBatch, findIncident, listIncidents }
  const once = storeOnce(keys, incidents)
  return {
    ...stores,
    ...finders,
    once,
    posts: (messages) => ({ ...keptPosts(parts, once, messages), ...finders }),
    postsOf: (ids) => keptPostsOf(kept, ids),
  }
}

/** The posts adapter of hosts that write only their own messages. */
function keptPosts<Transaction, Handle>(
  { kept, clock, transaction }: StoreParts<Transaction, Handle>,
  once: Stores<Transaction, Handle>['once'],
  messages: OwnMessages<Handle>,
): PostsAdapter<never> {
  checkFunctions('stores.posts', messages, ['insert', 'setText'])
  const inTransaction: Transact<Transaction, Handle> = async (work) => {
    const result = await transaction(work)
    // Nothing of what is done here returns it: it would be taken for something else.
    if (result === undefined) throw new WrongResult('transaction', RETURNS, result)
    return result
  }
  const findKept = async (id: string) => (await keptPostsOf(kept, [id])).get(id) ?? null
  const change = async (
    before: HookPost,
    { changes, expectedVersion }: PostEdit,
    transaction: Transaction,
    handle: Handle,
  ) => {
    const after = changedPost(before, changes, clock())
    const isReplaced = await kept.replace(transaction, after, expectedVersion, async () => {
      if (after.message === before.message) return
      const isSet = answerOf('setText', await messages.setText(after.id, after.message, handle))
      if (!isSet) throw new NoMessage()
    })
    return isReplaced ? after : null
  }
  const store = async (
    { posts, edit }: PostBatch,
    before: HookPost | null,
    transaction: Transaction,
    handle: Handle,
  ): Promise<WrittenPosts | null> => {
    const edited = edit && before ? await change(before, edit, transaction, handle) : null
    if (edit && !edited) return null
    if (posts.length === 0) return { posts: [], edited }
    const now = stored(posts, await messages.insert(posts, handle))
    await kept.insert(transaction, now)
    return { posts: now, edited }
  }
  const remove = async (id: string) => {
    // Messages of people are not the library's to delete.
    if (!(await findKept(id))) return false
    // Of a message that is gone, nothing is kept either.
    return inTransaction((transaction, handle) =>
      kept.delete(transaction, [id], async () =>
        answerOf('delete', await messages.delete?.(id, handle)),
      ),
    )
  }
  return {
    createBatch: async (batch) => {
      // Before the transaction, because a host with one connection has no other in it.
      const before = batch.edit ? await findKept(batch.edit.id) : null
      const result = await unlessGone(() =>
        inTransaction((transaction, handle) =>
          once(transaction, batch, () => store(batch, before, transaction, handle)),
        ),
      )
      return result ?? { stored: false, changed: true }
    },
    findById: async (id) => {
      const post = await findKept(id)
      if (!messages.find) return post
      const place = await messages.find(id)
      return place ? { ...SOMEBODYS, ...post, id, ...place } : null
    },
    update: async (id, changes, expectedVersion) => {
      const before = await findKept(id)
      if (!before) return null
      return unlessGone(() =>
        inTransaction((...within) => change(before, { id, changes, expectedVersion }, ...within)),
      )
    },
    ...(messages.delete && { delete: remove }),
  }
}

/** Null if a message to change is gone. */
async function unlessGone<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoMessage) return null
    throw error
  }
}

/** Whole posts by their ids. */
async function keptPostsOf(
  kept: Pick<KeptPosts<never>, 'find'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HookPost>> {
  const posts = (await kept.find(ids)).map(readPost)
  return new Map(posts.map((post) => [post.id, post]))
}

/** Thrown to roll back the change of a post whose message is gone. */
class NoMessage extends Error {}

function answerOf(method: string, answer: unknown) {
  if (typeof answer === 'boolean') return answer
  throw new WrongResult(method, 'true or false', answer)
}

/** What is not known of a message that a person wrote, because only its place matters. */
const SOMEBODYS = { userId: '', message: '', createAt: 0, updateAt: 0 }

/**
 * The posts as they were stored: with the ids and times of the host's messages. Checked while the
 * transaction can still be rolled back.
 */
function stored(posts: readonly NewPost[], rows: readonly StoredMessage[]): readonly HookPost[] {
  // A host without types may return nothing, or its driver's own result.
  if (Reflect.get(Object(rows), 'length') !== posts.length) {
    throw new WrongResult('insert', `an id and a time for each of ${posts.length} posts`, rows)
  }
  const ids = rows.map(({ id }) => idOf(id))
  if (new Set(ids).size < ids.length) throw new WrongResult('insert', 'different ids')
  const [firstId = ''] = ids
  return posts.map((post, index) => {
    const id = ids[index] ?? ''
    const createAt = timeOf(rows[index]?.createAt)
    return { ...withFirstId({ ...post, id }, firstId), createAt, updateAt: createAt, version: 0 }
  })
}

function idOf(id: unknown) {
  if (typeof id === 'number' || typeof id === 'bigint') return String(id)
  if (typeof id === 'string' && id !== '') return id
  throw new WrongResult('insert', 'an id that is a number or a text', id)
}

function timeOf(createAt: unknown) {
  const time = createAt === null || createAt === '' ? NaN : Number(createAt)
  if (Number.isFinite(time)) return time
  throw new WrongResult('insert', 'createAt in milliseconds, or a Date', createAt)
}
