/** One message that a client sent, and what it knows about it. */
export interface Sent {
  /** `r<round>c<client>n<number>`; the numbers of a client rise. */
  readonly id: string
  readonly parts: 1 | 2 | 3
  readonly idempotencyKey: string | null
  /** `refused` promises that nothing was stored; `unknown`: no answer, so both are right. */
  state: 'acknowledged' | 'refused' | 'unknown'
}

export interface StoredPost {
  readonly id: string
  readonly createAt: number
  readonly message: string
}

// Two and three posts of at most 16383 characters, wherever in its last quarter a post is cut.
const LENGTHS = { 1: 100, 2: 24_500, 3: 41_000 } as const

/** A run of `id:n`, so that every post tells which message it is of, and which piece. */
export function textOf({ id, parts }: Pick<Sent, 'id' | 'parts'>): string {
  const tokens: string[] = []
  for (let length = 0; length < LENGTHS[parts];) {
    const token = `${id}:${tokens.length}`
    tokens.push(token)
    length += token.length + 1
  }
  return tokens.join(' ')
}

/**
 * What is wrong with the posts of a channel, oldest first: every acknowledged message is there once,
 * whole, its parts adjacent and in order; of the others none is there in pieces, or twice.
 */
export function faultsOf(posts: readonly StoredPost[], sent: ReadonlyMap<string, Sent>): string[] {
  const faults: string[] = []
  const times = new Map<string, number>()
  const newest = new Map<string, { round: number; number: number }>()
  for (let at = 0; at < posts.length;) {
    const message = messageAt(posts, at, sent)
    at += message.posts
    if (message.fault !== null) faults.push(message.fault)
    if (message.sent === null) continue
    const { id } = message.sent
    times.set(id, (times.get(id) ?? 0) + 1)
    const { client, ...position } = positionOf(id)
    const before = newest.get(client)
    if (before && !isLater(position, before)) faults.push(`${id} comes after a later one`)
    newest.set(client, position)
  }
  for (const { id, state } of sent.values()) {
    const count = times.get(id) ?? 0
    if (count > 1) faults.push(`${id} is stored ${count} times`)
    if (state === 'acknowledged' && count === 0) faults.push(`${id} was acknowledged and is lost`)
    if (state === 'refused' && count > 0) faults.push(`${id} was refused and is stored`)
  }
  return faults
}

interface Found {
  readonly posts: number
  readonly sent: Sent | null
  readonly fault: string | null
}

function messageAt(
  posts: readonly StoredPost[],
  start: number,
  sent: ReadonlyMap<string, Sent>,
): Found {
  const [id = ''] = /\w+/.exec(posts[start]?.message ?? '') ?? []
  const message = sent.get(id)
  if (!message) return { posts: 1, sent: null, fault: `a post of nobody: ${id}` }
  const text = textOf(message)
  let joined = ''
  let at = start
  while (joined !== text && text.startsWith(joined + (posts[at]?.message ?? '\0'))) {
    joined += posts[at]?.message ?? ''
    at += 1
  }
  const count = Math.max(1, at - start)
  if (joined !== text) return { posts: count, sent: null, fault: `${id} is there in pieces` }
  const fault = count === message.parts ? null : `${id} has ${count} parts, not ${message.parts}`
  return { posts: count, sent: message, fault }
}

function positionOf(id: string): { client: string; round: number; number: number } {
  const [, round = '', client = '', number = ''] = /^r(\d+)c(\d+)n(\d+)$/.exec(id) ?? []
  return { client, round: Number(round), number: Number(number) }
}

function isLater(
  a: { round: number; number: number },
  b: { round: number; number: number },
): boolean {
  return a.round > b.round || (a.round === b.round && a.number >= b.number)
}
