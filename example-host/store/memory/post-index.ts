import type { PostOutline } from './kept-post.js'
import { isObject } from './rows.js'

/*
 * Each post of a segment follows its index, a line with its outline, so that a start need not parse the
 * post: for one of 500 bytes this takes a third of the time, for one of 1.3 kB a sixth.
 *
 *   ["id","channel","user","root",1700000000000,1700000000000,{"webhookId":"webhook"}]
 *
 * Of a post that is deleted or mentions somebody, the last element has `deleteAt` and `mentions` too.
 * Version 0.9 wrote no `webhookId`, and no last element that would have been empty.
 */

/** A post as a segment has it. */
export interface IndexedPost {
  readonly index: string
  readonly json: string
}

type Mentions = PostOutline['mentions']

const NOBODY: Mentions = { userIds: [], channelWide: null }

/** The index of a post. Null if it could not be read again. */
export function indexLine(outline: PostOutline): string | null {
  const elements = elementsOf(outline)
  return parseIndex(elements) && JSON.stringify(elements)
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
    !isTime(createAt) ||
    !isTime(updateAt) ||
    !isRest(rest)
  ) {
    return null
  }
  const { deleteAt, mentions = NOBODY, webhookId } = rest
  return { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt }
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
  return isTime(deleteAt) && typeof webhookId === 'string' && mentionsSome
}

/** JSON has no others: an infinite one would be written as null. */
function isTime(value: unknown): value is number {
  return Number.isFinite(value)
}
