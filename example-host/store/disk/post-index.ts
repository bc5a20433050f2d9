import { isDeepStrictEqual } from 'node:util'
import { parsePost } from '../memory/kept-post.js'
import { outlineOf, type PostOutline } from '../memory/post-outline.js'
import { isObject } from '../memory/rows.js'

/*
 * Each post of a segment follows its index, a line with its outline, so that a start need not parse the
 * post: for one of 500 bytes this takes a third of the time, for one of 1.3 kB a sixth.
 *
 *   ["id","channel","user","root",1700000000000,1700000000000,{"webhookId":"webhook"}]
 *
 * Of a post that is deleted or mentions somebody, the last element has `deleteAt` and `mentions` too.
 * Version 0.9 wrote no `webhookId`, and no last element that would have been empty.
 */

type Mentions = PostOutline['mentions']

const NOBODY: Mentions = { userIds: [], channelWide: null }

/**
 * The index of a post, made of its text. Throws if it would be read as anything else than the post says:
 * then the segment is not written, and the journals keep the post.
 */
export function indexLine(json: string): string {
  const outline = outlineOf(parsePost(json))
  const line = JSON.stringify(elementsOf(outline))
  const found = parseIndex(JSON.parse(line))
  if (isDeepStrictEqual(found, outline)) return line
  throw new Error(`The index of post ${outline.id} differs from the post`)
}

/** Null for anything that is not an index. */
export function parseIndex(value: unknown): PostOutline | null {
  if (!Array.isArray(value)) return null
  const elements: readonly unknown[] = value
  const [id, channelId, userId, rootId, createAt, updateAt, rest = {}] = elements
  if (
    typeof id !== 'string' ||
    typeof channelId !== 'string' ||
    typeof userId !== 'string' ||
    typeof rootId !== 'string' ||
    typeof createAt !== 'number' ||
    typeof updateAt !== 'number' ||
    !isRest(rest)
  ) {
    return null
  }
  const { deleteAt, mentions = NOBODY, webhookId } = rest
  return { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt }
}

/** Whether an index is that of the post with this text. A post whose id is not first is no match. */
export function isIndexOf({ id }: PostOutline, json: string): boolean {
  return json.startsWith(`{"id":"${id}",`)
}

interface Rest {
  readonly deleteAt?: number
  readonly mentions?: Mentions
  readonly webhookId?: string
}

function elementsOf(outline: PostOutline): unknown[] {
  const { id, channelId, userId, webhookId, rootId, createAt, updateAt, deleteAt, mentions } =
    outline
  const elements = [id, channelId, userId, rootId, createAt, updateAt]
  const mentionsNobody = mentions.userIds.length === 0 && mentions.channelWide === null
  if (deleteAt === undefined && mentionsNobody) return [...elements, { webhookId }]
  return [...elements, { deleteAt, mentions, webhookId }]
}

// The shape only: the checksum of the file vouches for the content.
function isRest(value: unknown): value is Rest {
  if (!isObject(value)) return false
  const { deleteAt = 0, mentions = NOBODY, webhookId = '' } = value
  const mentionsSome = isObject(mentions) && Array.isArray(mentions['userIds'])
  return typeof deleteAt === 'number' && typeof webhookId === 'string' && mentionsSome
}
