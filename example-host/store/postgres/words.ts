import type { HookLog } from 'express-incoming-webhooks'
import { warning } from '../errors.js'
import type { Wanted } from '../search.js'
import { type Database, numberIn, textIn } from './database.js'

/** How often new posts are looked for, in milliseconds. */
const EVERY_MS = 5_000
/** After so long, posts and changes that were numbered before have been committed too. In milliseconds. */
const SETTLED_MS = 15_000
/** Posts that are read at a time. */
const AT_ONCE = 512
/** Posts whose words are kept together: of messages that are alike, most words are the same. */
const TOGETHER = 64
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

/** What PostgreSQL is asked for. */
export interface WordQuery {
  /** A `tsquery`: words by their beginnings. */
  readonly words: string
  /** One of them is in the text of each post that is meant, if its letters of the Latin alphabet are lower case. */
  readonly oneOf: readonly string[]
}

/** Null where words cannot say which posts may be meant. */
export function queryOf({ words, isOr }: Wanted): WordQuery | null {
  const asked = words.map((word) => wordsOf(word).filter((each) => !UNSPACED.test(each)))
  const known = asked.filter((each) => each.length > 0)
  if (known.length === 0 || (isOr && known.length < asked.length)) return null
  const longest = known.map((each) => longestPlain(each))
  return {
    words: known.map((each) => `(${each.map(beginning).join(' & ')})`).join(isOr ? ' | ' : ' & '),
    oneOf: isOr ? longest : [longestPlain(longest)],
  }
}

function beginning(word: string) {
  return `'${word}'${word.length < SHORTEST_BEGINNING ? '' : ':*'}`
}

/** Empty, which is in every text, if PostgreSQL may not know how to write any of them in lower case. */
function longestPlain(words: readonly string[]) {
  const plain = words.filter((word) => /^[a-z0-9]*$/.test(word))
  return plain.reduce((one, other) => (other.length > one.length ? other : one), '')
}

/** Keeps the words of posts up to date, some seconds behind, on one node at a time. */
export function keepWords(database: Database, log: HookLog) {
  let work: Promise<void> = Promise.resolve()
  const sweepOnce = wordSweep(database)
  const sweep = () => sweepOnce().catch(warning(log, 'Posts could not be prepared for searches'))
  const timer = setInterval(() => {
    work = work.then(sweep)
  }, EVERY_MS).unref()
  return {
    /** Leaves no words that changed or deleted posts had. */
    renew: (ids: readonly string[]) => database.transaction((run) => renew(run, ids)),
    close: async () => {
      clearInterval(timer)
      await work
    },
  }
}

type Run = Database['query']

/** How far the places of posts reached at a time. */
interface Reach {
  readonly place: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Writes, each time, the words of posts that are new, and of those that were changed. The times of posts do not
 * tell which are settled, because they may be ahead of the clock: so it notes how far their places reach.
 */
export function wordSweep({ query, transaction, clock }: Database): () => Promise<void> {
  let noted: readonly Reach[] = []
  return async () => {
    const [last] = await query(LAST)
    const now = clock()
    noted = [...noted, { place: last ? numberIn(last, 'place') : 0, at: now }]
    const at = now - SETTLED_MS
    const settled = noted.findLast((each) => each.at <= at)
    if (settled) noted = noted.slice(noted.indexOf(settled))
    while (await transaction((run) => sweepSome(run, { place: settled?.place ?? 0, at })));
  }
}

/** False if there is nothing more to do, or another node does it. */
async function sweepSome(run: Run, settled: Reach) {
  const [mark] = await run(
    `SELECT place, change AS id FROM chat_post_words_mark WHERE id = 'all' FOR UPDATE SKIP LOCKED`,
  )
  if (!mark) return false
  const before = numberIn(mark, 'place')
  const posts = await run(NEW, [before, settled.place])
  const changes = await run(CHANGED, [numberIn(mark, 'id'), settled.at])
  const idsOf = (kind: string) =>
    changes.flatMap((row) => (textIn(row, 'kind') === kind ? [textIn(row, 'post_id')] : []))
  await write(run, [...posts, ...(await run(EDITED, [idsOf('edited'), before]))])
  await renew(run, idsOf('deleted'))
  await run(OLD)
  await run(`UPDATE chat_post_words_mark SET place = $1, change = $2 WHERE id = 'all'`, [
    numberIn(posts.at(-1) ?? mark, 'place'),
    numberIn(changes.at(-1) ?? mark, 'id'),
  ])
  return posts.length === AT_ONCE || changes.length === AT_ONCE
}

async function renew(run: Run, ids: readonly string[]) {
  if (ids.length > 0) await renewAt(run, await run(PLACES, [ids]))
}

/** Writes the words anew that are kept together with those of posts at these places. */
export async function renewAt(run: Run, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await write(run, await run(RENEWED, [rows.map((row) => numberIn(row, 'place'))]))
}

/** Posts whose words are kept together, by the places of the first and the last of them. */
interface Together {
  readonly from: number
  to: number
  posts: number
  readonly words: Set<string>
  /** Pieces of texts whose words these are. */
  readonly pieces: Set<string>
}

async function write(run: Run, rows: readonly object[]) {
  const all: Together[] = []
  let part: string | null = null
  for (const row of rows) {
    const place = numberIn(row, 'place')
    let together = part === textIn(row, 'part') ? all.at(-1) : undefined
    if (!together || together.posts >= TOGETHER || together.words.size >= MOST_WORDS) {
      together = { from: place, to: place, posts: 0, words: new Set(), pieces: new Set() }
      part = textIn(row, 'part')
      all.push(together)
    }
    together.to = place
    together.posts += 1
    addWords(together, textIn(row, 'message'))
    addWords(together, textIn(row, 'props'), ESCAPES)
  }
  if (all.length === 0) return
  await run(WRITE, [
    all.map(({ from }) => from),
    all.map(({ to }) => to),
    all.map(({ words }) => [...words].join(' ')),
  ])
}

/** Most pieces are in several of the posts, and need no second look: that takes half of the time. */
function addWords({ words, pieces }: Together, text: string, escapes = /$^/) {
  for (const piece of text.split(' ')) {
    if (pieces.has(piece)) continue
    pieces.add(piece)
    for (const word of wordsOf(piece.replace(escapes, ' '))) {
      if (words.size < MOST_WORDS) words.add(word)
    }
  }
}

const WRITE = `INSERT INTO chat_post_words AS kept (from_place, to_place, words)
  SELECT from_place, to_place, array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
  FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS given (from_place, to_place, words)
  ON CONFLICT (to_place, from_place) DO UPDATE SET words = excluded.words`

/** The beginning of a long text. PostgreSQL counts the characters one by one, so a short one is read as it is. */
const beginningOf = (text: string) =>
  `CASE WHEN octet_length(${text}) <= ${MOST_READ} THEN ${text} ELSE left(${text}, ${MOST_READ}) END`

/** A post whose words are kept with those of others of the same `part`. */
const readPost = (part: string) => `post.place, ${part} AS part,
  ${beginningOf('post.message')} AS message, ${beginningOf('post.props::text')} AS props`

const LAST = `SELECT place FROM chat_posts ORDER BY place DESC LIMIT 1`

// Also those that are deleted, which have no words. Without statistics, PostgreSQL takes the others for so few
// that it would read the whole table.
const NEW = `SELECT ${readPost(`''`)} FROM chat_posts AS post
  WHERE place > $1 AND place <= $2 ORDER BY place LIMIT ${AT_ONCE}`

const CHANGED = `SELECT id, kind, post_id FROM chat_changes
  WHERE id > $1 AND at < to_timestamp($2::double precision / 1000) ORDER BY id LIMIT ${AT_ONCE}`

/** What a post shows now is kept beside what it has shown. One that is new is read as it is now. */
const EDITED = `SELECT ${readPost('post.id')} FROM chat_posts AS post
  WHERE id = ANY($1::text[]) AND place <= $2 AND delete_at = 0`

/** The replies that were deleted with a post have the time of its change. */
const PLACES = `SELECT beside.place FROM chat_posts AS post
  JOIN chat_posts AS beside ON beside.channel_id = post.channel_id
    AND beside.update_at = post.update_at AND beside.update_at > beside.create_at
  WHERE post.id = ANY($1::text[])`

const RENEWED = `WITH gone AS (
    DELETE FROM chat_post_words AS kept USING unnest($1::bigint[]) AS changed (place),
      LATERAL (SELECT from_place, to_place FROM chat_post_words
        WHERE to_place >= changed.place ORDER BY to_place LIMIT ${TOGETHER + 1}) AS near
    WHERE near.from_place <= changed.place
      AND kept.to_place = near.to_place AND kept.from_place = near.from_place
    RETURNING kept.from_place, kept.to_place)
  SELECT ${readPost(`gone.from_place || ' ' || gone.to_place`)}
  FROM gone JOIN chat_posts AS post
    ON post.place BETWEEN gone.from_place AND gone.to_place AND post.delete_at = 0
  ORDER BY gone.to_place, gone.from_place, post.place`

/** Words of posts that are older than all that are kept. */
const OLD = `DELETE FROM chat_post_words WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat_post_words
  WHERE to_place < (SELECT place FROM chat_posts ORDER BY place LIMIT 1)
  ORDER BY to_place LIMIT ${AT_ONCE}))`
