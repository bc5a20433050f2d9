import type pg from 'pg'

const IN_SCHEMA = 'current_schema()::regnamespace'
const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = ${IN_SCHEMA} AND relkind = 'r'`
const CHECKS = `SELECT conname AS name, conrelid::regclass::text AS of FROM pg_constraint
  WHERE connamespace = ${IN_SCHEMA} AND contype = 'c'`
const KEPT = /_migrations$/

/**
 * Returns what deletes the rows of all tables that the schema has now, and the constraints that tests
 * have added. New tables would cost far more, and so would new files for these (TRUNCATE).
 */
export async function emptierOf(pool: pg.Pool): Promise<() => Promise<void>> {
  const tables = await pool.query<{ readonly name: string }>(TABLES)
  const deletions = tables.rows
    .filter(({ name }) => !KEPT.test(name))
    .map(({ name }, index) => `deletion${index} AS (DELETE FROM ${name})`)
  // In one statement, after which references are checked.
  const deletion = `WITH ${deletions.join(', ')} SELECT 1`
  const own = new Set((await checksOf(pool)).map(({ name }) => name))
  return async () => {
    const added = (await checksOf(pool)).filter(({ name }) => !own.has(name))
    const removals = added.map(({ name, of }) => `ALTER TABLE ${of} DROP CONSTRAINT ${name}`)
    // Twice, because triggers note in other tables what is deleted.
    await pool.query([deletion, deletion, ...removals].join(';\n'))
  }
}

interface Check {
  readonly name: string
  /** Its table. */
  readonly of: string
}

async function checksOf(pool: pg.Pool): Promise<readonly Check[]> {
  return (await pool.query<Check>(CHECKS)).rows
}
