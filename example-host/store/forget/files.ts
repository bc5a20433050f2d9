import { setImmediate } from 'node:timers/promises'
import type { AuditTrail, ChatStore } from '../chat-store.js'
import { type KeptPost, withoutContent } from '../memory/kept-post.js'
import { isObject, pairKey, type StoredPost } from '../memory/rows.js'
import { type Commit, isCommit, type TableName } from '../memory/tables.js'
import { incidentName, postName } from '../posts.js'
import type { Writer } from '../writer.js'
import { createEraser, type Eraser, postWithout } from './eraser.js'

/** Posts of one commit, and those that are read before the event loop gets its turn. */
const POSTS_AT_ONCE = 500
/** Tables in whose rows others name people. */
const NAMING = ['channels', 'webhooks', 'batches', 'things'] as const satisfies readonly TableName[]

interface Parts {
  readonly writer: Writer
  readonly audit: Pick<AuditTrail, 'forget'>
  /** Removes from the files what is not in memory any more. */
  readonly compact: () => Promise<void>
}

/** Forgets a person: everything else first, so that after a crash the account still says whom to look for. */
export function forgetting({ writer, audit, compact }: Parts): ChatStore['forget'] {
  const { users, channels } = writer.model.tables
  return async (id) => {
    const account = users.get(id)
    const eraser = createEraser(account ?? { id })
    const isPrivate = (channelId: string): boolean => {
      const { type, name = '' } = channels.get(channelId) ?? {}
      return type === 'direct' && name.split('__').includes(id)
    }
    await erasePosts(writer, eraser, id, isPrivate)
    await eraseRows(writer, eraser, id, isPrivate)
    await audit.forget(id)
    await writer.exclusive(() => writer.commit({ delete: { users: [id] } }))
    await compact()
    return account !== undefined
  }
}

type IsPrivate = (channelId: string) => boolean

async function erasePosts(
  writer: Writer,
  eraser: Eraser,
  personId: string,
  isPrivate: IsPrivate,
): Promise<void> {
  const { tables, timeline } = writer.model
  const ownerOf = (webhookId: string): string | undefined => tables.webhooks.get(webhookId)?.userId
  /** Null: nothing is to be done. */
  const changed = (post: StoredPost): StoredPost | null => {
    const { userId, deleteAt, version = 0 } = post
    const isOwn = userId === personId
    const isGone = deleteAt !== undefined
    const left =
      isPrivate(post.channelId) || isGone ? null : postWithout(eraser, personId, post, ownerOf)
    if (left === post || (isGone && !isOwn)) return null
    const at = writer.tick()
    if (left) return { ...left, updateAt: at, version: version + 1 }
    return { ...withoutContent(post, at), ...(isOwn && { userId: '' }) }
  }
  const eraseSome = async (some: readonly StoredPost[]): Promise<void> => {
    const ids = some.map(({ id }) => id)
    await writer.inTurn(ids.map(postName), async () => {
      const posts = ids.flatMap((id) => changed(writer.post(id)) ?? [])
      if (posts.length > 0) await writer.commit({ posts })
    })
  }
  const isMeant = ({ channelId, userId, json }: KeptPost): boolean =>
    userId === personId || isPrivate(channelId) || eraser.mayName(json)
  for (let place = 0; place < timeline.count(); place += POSTS_AT_ONCE) {
    const some = [...timeline.from(place, POSTS_AT_ONCE)].filter(isMeant)
    if (some.length > 0) await eraseSome(some.map((post) => post.read()))
    else await setImmediate()
  }
}

async function eraseRows(
  writer: Writer,
  eraser: Eraser,
  personId: string,
  isPrivate: IsPrivate,
): Promise<void> {
  const { tables } = writer.model
  const namingKeys = (): string[] =>
    [...tables.things.values()]
      .filter((row) => eraser.mayName(JSON.stringify(row)))
      .map(incidentName)
  await writer.exclusive(() =>
    writer.inTurn(namingKeys(), async () => {
      const isOwn = ({ channelId, userId }: { channelId: string; userId: string }): boolean =>
        userId === personId || isPrivate(channelId)
      const own = [...tables.members.values(), ...tables.views.values()].filter(isOwn)
      const pairs = own.map(({ channelId, userId }) => pairKey(channelId, userId))
      const sessions = [...tables.sessions.values()].filter(({ userId }) => userId === personId)
      await writer.commit({
        delete: { members: pairs, views: pairs, sessions: sessions.map(({ id }) => id) },
      })
      await writer.commit(namesErased(writer, eraser, isPrivate))
    }),
  )
}

/** Rows that name the person, without the name; those are deleted whose keys do, or that are private. */
function namesErased({ model }: Writer, eraser: Eraser, isPrivate: IsPrivate): Commit {
  const put: Record<string, unknown[]> = {}
  const gone: Record<string, string[]> = {}
  for (const name of NAMING) {
    const rows = [...model.tables[name]].map(([key, row]) => ({
      key,
      row,
      json: JSON.stringify(row),
    }))
    const isGone = ({ key, row }: (typeof rows)[number]): boolean =>
      isPrivate('channelId' in row ? row.channelId : key) || isChanged(eraser, JSON.stringify(key))
    gone[name] = rows.filter(isGone).map(({ key }) => key)
    put[name] = rows
      .filter((each) => !isGone(each) && isChanged(eraser, each.json))
      .map(({ json }) => erasedRow(eraser, json))
  }
  const commit: unknown = { put, delete: gone }
  if (isCommit(commit)) return commit
  throw new TypeError('not a commit')
}

function isChanged(eraser: Eraser, json: string): boolean {
  return eraser.mayName(json) && eraser.erase(json) !== json
}

/** With another version, so that a change of the row as it was before fails. */
function erasedRow(eraser: Eraser, json: string): unknown {
  const row: unknown = JSON.parse(eraser.erase(json))
  if (!isObject(row)) return row
  const { version } = row
  return typeof version === 'number' ? { ...row, version: version + 1 } : row
}
