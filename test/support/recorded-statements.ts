import pg from 'pg'

/** The statements that the clients of a pool run, each with the values of its last run. */
export type Recorded = ReadonlyMap<string, readonly unknown[]>

/** Records from now on what the new clients of a pool run. */
export function recordStatements(pool: pg.Pool): Recorded {
  const recorded = new Map<string, readonly unknown[]>()
  pool.on('connect', (client) => {
    const run: (...args: unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [statement, values] = args
        const text: unknown = typeof statement === 'string' ? statement : fieldOf(statement, 'text')
        const given: unknown = values ?? fieldOf(statement, 'values')
        if (typeof text === 'string') recorded.set(text, Array.isArray(given) ? given : [])
        return run(...args)
      },
    })
  })
  return recorded
}

/** How PostgreSQL plans a prepared statement: for the values of a run, or for any values. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** The tables that a statement would read from the first row to the last. */
export async function scannedTables(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  mode: PlanMode,
): Promise<readonly string[]> {
  await client.query(`SET plan_cache_mode = ${mode}`)
  await client.query(`PREPARE planned AS ${text}`)
  try {
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await client.query<{ readonly 'QUERY PLAN': readonly { Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE planned${given}`,
    )
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap((each) => scansOf(each.Plan))
  } finally {
    await client.query('DEALLOCATE planned')
  }
}

function scansOf(plan: Plan): readonly string[] {
  const below = (plan.Plans ?? []).flatMap(scansOf)
  const table = plan['Relation Name']
  return plan['Node Type'] === 'Seq Scan' && table !== undefined ? [table, ...below] : below
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (!Array.isArray(value)) return pg.escapeLiteral(textOf(value))
  const items = value.map((item: unknown) => JSON.stringify(textOf(item)))
  return pg.escapeLiteral(`{${items.join(',')}}`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fieldOf(of: unknown, name: string): unknown {
  return Reflect.get(Object(of), name)
}
