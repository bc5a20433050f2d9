import pg from 'pg'
import { z } from 'zod'
import type { Incident } from './lives.js'

const POSTS = z.array(
  z.object({
    id: z.string(),
    root_id: z.string(),
    message: z.string(),
    thing: z
      .object({
        state: z.string(),
        count: z.number(),
        since: z.number(),
        until: z.number().nullable(),
      })
      .nullable(),
  }),
)
type Row = z.infer<typeof POSTS>[number]

/** What is wrong with the posts of incidents in the database of the example host. */
export interface Wrongs {
  readonly rootPosts: number
  readonly missing: number
  readonly doubled: number
  /** Their first post does not say how they are, since when, or until when. */
  readonly untrue: number
  /** Their row in the table of things does not say the same as their post. */
  readonly torn: number
  /** The same change of state was told more than once. */
  readonly repeated: number
  /** For the first few of these, what was found. */
  readonly examples: readonly string[]
}

export async function lookFor(
  incidents: readonly Incident[],
  databaseUrl: string,
): Promise<Wrongs> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const posts = await client.query(
      `SELECT id, root_id, message, props -> 'webhook_thing' AS thing FROM chat_posts
       WHERE props ->> 'from_webhook' = 'true'`,
    )
    const things = await client.query(
      `SELECT name, thing ->> 'postId' AS post, thing ->> 'state' AS state
       FROM incoming_webhook_things`,
    )
    return judge(incidents, POSTS.parse(posts.rows), THINGS.parse(things.rows))
  } finally {
    await client.end()
  }
}

const THINGS = z.array(z.object({ name: z.string(), post: z.string(), state: z.string() }))
type ThingRow = z.infer<typeof THINGS>[number]

function judge(
  incidents: readonly Incident[],
  rows: readonly Row[],
  things: readonly ThingRow[],
): Wrongs {
  const roots = new Map<string, Row[]>()
  const replies = new Map<string, string[]>()
  for (const row of rows) {
    if (row.root_id === '') put(roots, incidentIn(row.message), row)
    else put(replies, row.root_id, row.message)
  }
  const known = new Map(things.map((thing) => [thing.name, thing]))
  const rootOf = ({ id }: Incident): Row | undefined => roots.get(id)?.[0]
  const untrue = incidents.filter((each) => !isTrue(each, rootOf(each)))
  return {
    rootPosts: [...roots.values()].flat().length,
    missing: incidents.filter((each) => !rootOf(each)).length,
    doubled: incidents.filter(({ id }) => (roots.get(id)?.length ?? 0) > 1).length,
    untrue: untrue.length,
    torn: incidents.filter((each) => {
      const [root, thing] = [rootOf(each), known.get(each.id)]
      return root?.id !== thing?.post || root?.thing?.state !== thing?.state
    }).length,
    repeated: [...replies.values()].filter((each) => new Set(each).size < each.length).length,
    examples: untrue
      .slice(0, 5)
      .map((each) => `${JSON.stringify(each)} is shown as ${JSON.stringify(rootOf(each)?.thing)}`),
  }
}

function isTrue({ state, since, until, events }: Incident, root: Row | undefined): boolean {
  const shown = root?.thing
  if (!shown || shown.state !== state) return false
  return shown.since === since && shown.until === until && shown.count <= events * 2
}

function incidentIn(message: string): string {
  return /INCIDENT\d+/.exec(message)?.[0] ?? ''
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
