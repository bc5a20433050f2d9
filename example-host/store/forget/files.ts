import { setImmediate } from 'node:timers/promises'
import type { AuditTrail, ChatStore } from '../chat-store.js'
import { type KeptPost, withoutContent } from '../memory/kept-post.js'
import { isObject, type Member, pairKey, type StoredPost } from '../memory/rows.js'
import { isCommit, type TableName } from '../memory/tables.js'
import { incidentName, postName } from '../posts.js'
import type { Writer } from '../writer.js'
import { createEraser, type Eraser, postWithout } from './eraser.js'

/** Posts of one commit, and those that are read before the event loop gets its turn. */
const POSTS_AT_ONCE = 500
/** Tables in whose rows others name people. */
const NAMING = ['channels', 'webhooks', 'batches', 'things'] as const satisfies readonly TableName[]

interface Parts {
  readonly writer: Writer
  readonly audit: AuditTrail
  /** Removes from the files what is not in memory any more. */
  readonly compact: () => Promise<void>
}

/** Forgets a person: everything else first, so that after a crash the account still says whom to look for. */
export function forgetting({ writer, audit, compact }: Parts): ChatStore['forget'] {
  const { users, channels } = writer.model.tables
  return async (id) => {
    const account = users.get(id)
    const eraser = createEraser(account ?? { id })
    const isPrivate = (channelId: string) => {
      const { type, name = '' } = channels.get(channelId) ?? {}
      return type === 'direct' && name.split('__').includes(id)
    }
    const person = { id, eraser, isPrivate }
    await erasePosts(writer, person)
    await eraseRows(writer, person)
    await audit.forget(id)
    await writer.exclusive(() => writer.commit({ delete: { users: [id] } }))
    await compact()
    return account !== undefined
  }
}

interface Forgotten {
  readonly id: string
  readonly eraser: Eraser
  /** Whether it is a direct channel of the person. */
  readonly isPrivate: (channelId: string) => boolean
}

async function erasePosts(writer: Writer, person: Forgotten) {
  const { timeline } = writer.model
  const isMeant = ({ channelId, userId, json }: KeptPost) =>
    userId === person.id || person.isPrivate(channelId) || person.eraser.mayName(json)
  for (let place = 0; place < timeline.count(); place += POSTS_AT_ONCE) {
    const some = [...timeline.from(place, POSTS_AT_ONCE)].filter(isMeant)
    if (some.length > 0) {
      await eraseSome(
        writer,
        person,
        some.map((post) => post.read().id),
      )
    } else await setImmediate()
  }
}

async function eraseSome(
  writer: Writer,
  { id: personId, eraser, isPrivate }: Forgotten,
  ids: readonly string[],
) {
  const { webhooks } = writer.model.tables
  /** Null: nothing is to be done. */
  const changed = (post: StoredPost) => {
    const { userId, deleteAt, version = 0 } = post
    const isOwn = userId === personId
    const isGone = deleteAt !== undefined
    const left =
      isPrivate(post.channelId) || isGone
        ? null
        : postWithout(eraser, personId, post, (webhookId) => webhooks.get(webhookId)?.userId)
    if (left === post || (isGone && !isOwn)) return null
    const at = writer.tick()
    if (left) return { ...left, updateAt: at, version: version + 1 }
    return { ...withoutContent(post, at), ...(isOwn && { userId: '' }) }
  }
  await writer.inTurn(ids.map(postName), async () => {
    const posts = ids.flatMap((id) => changed(writer.post(id)) ?? [])
    if (posts.length > 0) await writer.commit({ posts })
  })
}

async function eraseRows(writer: Writer, person: Forgotten) {
  const { things, members, views, sessions } = writer.model.tables
  const isOwn = ({ channelId, userId }: Omit<Member, 'createAt'>) =>
    userId === person.id || person.isPrivate(channelId)
  const naming = () => things.all().filter((row) => person.eraser.mayName(JSON.stringify(row)))
  await writer.exclusive(() =>
    writer.inTurn(naming().map(incidentName), async () => {
      const own = [...members.all(), ...views.all()].filter(isOwn)
      const pairs = own.map(({ channelId, userId }) => pairKey(channelId, userId))
      const ended = sessions.all().filter(({ userId }) => userId === person.id)
      await writer.commit({
        delete: { members: pairs, views: pairs, sessions: ended.map(({ id }) => id) },
      })
      await writer.commit(namesErased(writer, person))
    }),
  )
}

/** Rows that name the person, without the name; those are deleted whose keys do, or that are private. */
function namesErased({ model }: Writer, { eraser, isPrivate }: Forgotten) {
  const put: Record<string, unknown[]> = {}
  const gone: Record<string, string[]> = {}
  for (const name of NAMING) {
    const changed: unknown[] = []
    const keys: string[] = []
    for (const [key, row] of model.tables[name]) {
      const json = JSON.stringify(row)
      const channelId = 'channelId' in row ? row.channelId : key
      if (isPrivate(channelId) || isChanged(eraser, JSON.stringify(key))) keys.push(key)
      else if (isChanged(eraser, json)) changed.push(erasedRow(eraser, json))
    }
    put[name] = changed
    gone[name] = keys
  }
  const commit: unknown = { put, delete: gone }
  if (isCommit(commit)) return commit
  throw new TypeError('not a commit')
}

function isChanged(eraser: Eraser, json: string) {
  return eraser.mayName(json) && eraser.erase(json) !== json
}

/** With another version, so that a change of the row as it was before fails. */
function erasedRow(eraser: Eraser, json: string) {
  const row: unknown = JSON.parse(eraser.erase(json))
  const { version } = isObject(row) ? row : {}
  return typeof version === 'number' ? Object.assign({}, row, { version: version + 1 }) : row
}
