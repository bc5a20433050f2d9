import pg from 'pg'
import { z } from 'zod'
import type { Incident } from './lives.js'

const SHOWN = z.object({
  state: z.string(),
  count: z.number(),
  since: z.number(),
  until: z.number().nullable(),
})
const POST = z.object({
  id: z.string(),
  root_id: z.string(),
  message: z.string(),
  shown: SHOWN.nullable(),
})
const ROW = z.object({ name: z.string(), post: z.string(), state: z.string() })
export type PostRow = z.infer<typeof POST>
export type IncidentRow = z.infer<typeof ROW>

/** What is wrong with the posts of incidents in the database of the example host. */
export interface Wrongs {
  readonly missing: number
  readonly doubled: number
  /** Their first post does not say how they are, since when, or until when. */
  readonly untrue: number
  /** Their row in the table does not say the same as their post. */
  readonly torn: number
  /** The same change of state was told more than once. */
  readonly repeated: number
  /** First posts of no incident. */
  readonly strange: number
  /** For the first few that are untrue, what was found. */
  readonly examples: readonly string[]
}

/** The place of the newest post: a database may have had many before. */
export async function newestPlace(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ readonly place: string }>(
      'SELECT coalesce(max(place), 0) AS place FROM chat_posts',
    )
    return rows[0]?.place ?? '0'
  })
}

/** Looks at what was posted after this place. */
export async function lookFor(
  incidents: readonly Incident[],
  databaseUrl: string,
  after: string,
): Promise<Wrongs> {
  return withClient(databaseUrl, async (client) => {
    const posts = await client.query(
      `SELECT id, root_id, message, props -> 'webhook_incident' AS shown FROM chat_posts
       WHERE place > $1 AND props ->> 'from_webhook' = 'true'`,
      [after],
    )
    const rows = await client.query(
      `SELECT replace(name, 'pagerduty:', '') AS name, thing ->> 'postId' AS post, thing ->> 'state' AS state
       FROM incoming_webhook_things WHERE name LIKE 'pagerduty:%'`,
    )
    return judge(incidents, z.array(POST).parse(posts.rows), z.array(ROW).parse(rows.rows))
  })
}

async function withClient<Result>(
  databaseUrl: string,
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

export function judge(
  incidents: readonly Incident[],
  posts: readonly PostRow[],
  rows: readonly IncidentRow[],
): Wrongs {
  const roots = new Map<string, PostRow[]>()
  const replies = new Map<string, string[]>()
  for (const post of posts) {
    if (post.root_id === '') put(roots, incidentIn(post.message), post)
    else put(replies, post.root_id, post.message)
  }
  const known = new Map(rows.map((row) => [row.name, row]))
  const rootOf = ({ id }: Incident): PostRow | undefined => roots.get(id)?.[0]
  const found = incidents.filter(rootOf)
  const untrue = found.filter((each) => !isTrue(each, rootOf(each)))
  const isTorn = (incident: Incident): boolean => {
    const [root, row] = [rootOf(incident), known.get(incident.id)]
    return root?.id !== row?.post || root?.shown?.state !== row?.state
  }
  return {
    missing: incidents.length - found.length,
    doubled: found.filter(({ id }) => (roots.get(id)?.length ?? 0) > 1).length,
    untrue: untrue.length,
    torn: found.filter(isTorn).length,
    repeated: [...replies.values()].filter((each) => new Set(each).size < each.length).length,
    strange: [...roots.keys()].filter((id) => incidents.every((each) => each.id !== id)).length,
    examples: untrue.slice(0, 5).map((each) => {
      const shown = JSON.stringify(rootOf(each)?.shown)
      return `${JSON.stringify(each)} is shown as ${shown}`
    }),
  }
}

function isTrue({ state, since, until, events }: Incident, root: PostRow | undefined): boolean {
  const shown = root?.shown
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
