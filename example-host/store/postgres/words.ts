import type { HookLog } from 'express-incoming-webhooks'
import { errorText, isUnavailable } from '../errors.js'
import type { Wanted } from '../search.js'
import { type Database, numberIn, textIn } from './database.js'

/** How often new posts are looked for, in milliseconds. */
const EVERY_MS = 5_000
/** Until then, posts and changes that were numbered before have been committed too. In milliseconds. */
const SETTLED_MS = 15_000
/** Posts that are read at a time. */
const AT_ONCE = 500
/** Posts whose words are kept together: of messages that are alike, most words are the same. */
const TOGETHER = 32
/** Words that are kept together: `tsvector` takes 1 MB. */
const MOST_WORDS = 4_000
/** Characters of a message, and of its props, that are read. */
const MOST_READ = 50_000
/** Shorter beginnings of words would find nearly everything. */
const SHORTEST_BEGINNING = 3

const WORD = /[\p{L}\p{N}]{1,64}/gu
/** Between their words are no spaces. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
const ESCAPES = /\\(?:u[0-9a-f]{4}|[^u])/gi

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/**
 * What `chat_post_words` is asked for: words by their beginnings. Null where it cannot say which posts
 * may be meant.
 */
export function queryOf({ words, isOr }: Wanted): string | null {
  const asked = words.map((word) =>
    wordsOf(word)
      .filter((each) => !UNSPACED.test(each))
      .map((each) => `'${each}'${each.length < SHORTEST_BEGINNING ? '' : ':*'}`)
      .join(' & '),
  )
  const known = asked.filter((each) => each !== '')
  if (known.length === 0 || (isOr && known.length < asked.length)) return null
  return known.map((each) => `(${each})`).join(isOr ? ' | ' : ' & ')
}

/** Keeps the words of posts up to date, some seconds behind, on one node at a time. */
export function keepWords(database: Parts, log: HookLog) {
  let work: Promise<void> = Promise.resolve()
  const sweep = async (): Promise<void> => {
    try {
      await sweepWords(database)
    } catch (error) {
      if (isUnavailable(error)) return
      log('warn', 'Posts could not be prepared for searches', { reason: errorText(error) })
    }
  }
  const timer = setInterval(() => {
    work = work.then(sweep)
  }, EVERY_MS).unref()
  return {
    /** Writes the words of changed or deleted posts anew, and leaves none that they had. */
    renew: (ids: readonly string[]): Promise<void> =>
      database.transaction((run) => renew(run, ids)),
    close: async (): Promise<void> => {
      clearInterval(timer)
      await work
    },
  }
}

type Run = Database['query']
type Parts = Pick<Database, 'transaction' | 'clock'>

/** Writes the words of posts that are new, and of those that were changed. */
export async function sweepWords(parts: Parts): Promise<void> {
  while (await sweepSome(parts));
}

/** False if there is nothing more to do, or another node does it. */
async function sweepSome({ transaction, clock }: Parts): Promise<boolean> {
  return transaction(async (run) => {
    const [mark] = await run(
      `SELECT place, change FROM chat_post_words_mark WHERE id = 'all' FOR UPDATE SKIP LOCKED`,
    )
    if (!mark) return false
    const settled = clock() - SETTLED_MS
    const posts = await run(NEW, [numberIn(mark, 'place'), settled])
    const changes = await run(CHANGED, [numberIn(mark, 'change'), settled])
    const idsOf = (kind: string): string[] =>
      changes.flatMap((row) => (textIn(row, 'kind') === kind ? [textIn(row, 'post_id')] : []))
    await write(run, [...posts, ...(await run(EDITED, [idsOf('edited')]))])
    await renew(run, idsOf('deleted'))
    await run(OLD)
    const place = posts.at(-1) ?? mark
    const change = changes.at(-1)
    await run(`UPDATE chat_post_words_mark SET place = $1, change = $2 WHERE id = 'all'`, [
      numberIn(place, 'place'),
      change ? numberIn(change, 'id') : numberIn(mark, 'change'),
    ])
    return posts.length === AT_ONCE || changes.length === AT_ONCE
  })
}

async function renew(run: Run, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await write(run, await run(RENEWED, [ids]))
}

/** Posts whose words are kept together, by the times of the first and the last of them. */
interface Together {
  readonly channelId: string
  readonly from: number
  to: number
  posts: number
  readonly words: Set<string>
  /** Pieces of texts whose words these are. */
  readonly pieces: Set<string>
}

async function write(run: Run, rows: readonly object[]): Promise<void> {
  const all: Together[] = []
  const open = new Map<string, Together>()
  for (const row of rows) {
    const [part, channelId, at] = [
      textIn(row, 'part'),
      textIn(row, 'channel_id'),
      numberIn(row, 'at'),
    ]
    let together = open.get(part)
    if (!together || together.posts >= TOGETHER || together.words.size >= MOST_WORDS) {
      together = { channelId, from: at, to: at, posts: 0, words: new Set(), pieces: new Set() }
      open.set(part, together)
      all.push(together)
    }
    together.to = at
    together.posts += 1
    addWords(together, textIn(row, 'message'))
    addWords(together, textIn(row, 'props'), ESCAPES)
  }
  if (all.length === 0) return
  await run(WRITE, [
    all.map(({ channelId }) => channelId),
    all.map(({ from }) => from),
    all.map(({ to }) => to),
    all.map(({ words }) => [...words].join(' ')),
  ])
}

/** Most pieces are in several of the posts, and need no second look: that takes half of the time. */
function addWords({ words, pieces }: Together, text: string, escapes = /$^/): void {
  for (const piece of text.split(' ')) {
    if (pieces.has(piece)) continue
    pieces.add(piece)
    for (const word of wordsOf(piece.replace(escapes, ' '))) {
      if (words.size < MOST_WORDS) words.add(word)
    }
  }
}

const WRITE = `INSERT INTO chat_post_words AS kept (channel_id, from_at, to_at, words)
  SELECT channel_id, from_at, to_at, array_to_tsvector(string_to_array(words, ' '))
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])
    AS given (channel_id, from_at, to_at, words)
  ON CONFLICT (channel_id, to_at, from_at) DO UPDATE SET words = excluded.words`

/** A post whose words are kept with those of others of the same `part`. */
const readPost = (part: string): string => `${part} AS part, post.channel_id, post.create_at AS at,
  left(post.message, ${MOST_READ}) AS message, left(post.props::text, ${MOST_READ}) AS props`

const NEW = `SELECT place, ${readPost('post.channel_id')} FROM chat_posts AS post
  WHERE place > $1 AND create_at < $2 AND delete_at = 0 ORDER BY place LIMIT ${AT_ONCE}`

const CHANGED = `SELECT id, kind, post_id FROM chat_changes
  WHERE id > $1 AND at < to_timestamp($2::double precision / 1000) ORDER BY id LIMIT ${AT_ONCE}`

/** What a post shows now is kept beside what it has shown. */
const EDITED = `SELECT ${readPost('post.id')} FROM chat_posts AS post
  WHERE id = ANY($1::text[]) AND delete_at = 0`

/** The replies that were deleted with a post have the time of its change. */
const RENEWED = `WITH gone AS (
    DELETE FROM chat_post_words AS kept USING chat_posts AS post, chat_posts AS beside,
      LATERAL (SELECT channel_id, to_at, from_at FROM chat_post_words AS near
        WHERE near.channel_id = beside.channel_id AND near.to_at >= beside.create_at
        ORDER BY near.to_at LIMIT ${TOGETHER + 1}) AS near
    WHERE post.id = ANY($1::text[]) AND beside.channel_id = post.channel_id
      AND beside.update_at = post.update_at AND beside.update_at > beside.create_at
      AND near.from_at <= beside.create_at
      AND (kept.channel_id, kept.to_at, kept.from_at) = (near.channel_id, near.to_at, near.from_at)
    RETURNING kept.channel_id, kept.from_at, kept.to_at)
  SELECT ${readPost(`gone.from_at || ' ' || gone.to_at || ' ' || gone.channel_id`)}
  FROM gone JOIN chat_posts AS post ON post.channel_id = gone.channel_id
    AND post.create_at BETWEEN gone.from_at AND gone.to_at AND post.delete_at = 0
  ORDER BY post.channel_id, post.create_at`

/** Words of posts that are older than all that are kept. */
const OLD = `DELETE FROM chat_post_words WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat_post_words
  WHERE to_at < (SELECT create_at FROM chat_posts ORDER BY place LIMIT 1)
  ORDER BY to_at LIMIT ${AT_ONCE}))`
