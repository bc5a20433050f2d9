import pg from 'pg'
import { run } from './postgres-schema.js'

/** A database of its own, with an account that has no rights in it but in schemas that are made for it. */
export interface OwnDatabase {
  /** Runs statements as the administrator of the server. */
  readonly administer: (statements: string) => Promise<void>
  /** Makes an empty schema that belongs to the account, and returns the account's URL, which finds it first. */
  readonly schema: (name: string) => Promise<string>
  readonly drop: () => Promise<void>
}

/** What PostgreSQL says of an account that may not do something. */
const NOT_PERMITTED = '42501'
const CHECK_RIGHTS = `DO $$ BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      RAISE insufficient_privilege;
    END IF;
  END $$`

let made = 0

/** Null if the server's account is not one that may do everything. */
export async function createOwnDatabase(server: string): Promise<OwnDatabase | null> {
  made += 1
  const name = `test_${process.pid}_${made}_${Date.now().toString(36)}`
  const inside = new URL(server)
  inside.pathname = name
  try {
    await run(server, CHECK_RIGHTS)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_PERMITTED) return null
    throw error
  }
  await run(server, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
  // The other template may have extensions.
  await run(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  // Before PostgreSQL 15, everybody might.
  await run(inside.href, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC')
  return {
    administer: (statements) => run(inside.href, statements),
    schema: async (schema) => {
      await run(inside.href, `CREATE SCHEMA ${schema} AUTHORIZATION ${name}`)
      const account = new URL(inside)
      account.username = name
      account.password = name
      account.searchParams.set('options', `-csearch_path=${schema}`)
      return account.href
    },
    drop: async () => {
      await run(server, `DROP DATABASE ${name} WITH (FORCE)`)
      await run(server, `DROP ROLE ${name}`)
    },
  }
}
