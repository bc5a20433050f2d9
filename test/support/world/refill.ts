import type pg from 'pg'

interface Part {
  /** The statement that drops it, and the one that makes it again. */
  readonly drop: string
  readonly make: string
}

/** Indexes and constraints of a table but those that other tables need. */
const PARTS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) AS make, contype = 'f' AS is_last
  FROM pg_constraint AS own WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conindid = own.conindid
      AND confrelid = own.conrelid)
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
  FROM pg_index WHERE indrelid = $1::regclass AND NOT EXISTS
    (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = $1::regclass)
  ORDER BY is_last`

const IS_REFERENCED = `SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = $1::regclass`

/**
 * Fills a table, which is empty, with these statements; no trigger runs. Its indexes are built, and its
 * foreign keys checked, when all rows are there. With `wal_level=minimal`, the rows are not logged.
 */
export async function refill(
  pool: pg.Pool,
  table: string,
  statements: readonly string[],
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Part>(PARTS, [table])
    const isReferenced = (await client.query(IS_REFERENCED, [table])).rowCount !== 0
    const all = [
      'BEGIN',
      `ALTER TABLE ${table} DISABLE TRIGGER USER`,
      ...rows.toReversed().map(({ drop }) => drop),
      ...(isReferenced ? [] : [`TRUNCATE ${table}`]),
      ...statements,
      ...rows.map(({ make }) => make),
      `ALTER TABLE ${table} ENABLE TRIGGER USER`,
      'COMMIT',
    ]
    for (const statement of all) await client.query(statement)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Statistics and a visibility map of the schema's tables, as autovacuum makes them some minutes later. */
export async function settle(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ readonly name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  )
  await pool.query(`VACUUM ANALYZE ${rows.map(({ name }) => name).join(', ')}`)
}
