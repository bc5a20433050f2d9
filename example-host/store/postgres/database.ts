import type { PostgresChat } from 'express-incoming-webhooks/postgres'

/** What the store needs of the library's chat. */
export type Database = Pick<PostgresChat, 'adapters' | 'clock' | 'query' | 'transaction'>

/** The name of the unique index that a statement has violated; empty for other errors. */
export function violatedIndex(error: unknown): string {
  if (!(error instanceof Error) || Reflect.get(error, 'code') !== '23505') return ''
  return String(Reflect.get(error, 'constraint'))
}

/** `LIMIT` and `OFFSET` of a page; null, which is no limit, for all items. */
export function limitsOf(
  page: { readonly page: number; readonly perPage: number } | undefined,
): readonly [limit: number | null, offset: number] {
  return page ? [page.perPage, page.page * page.perPage] : [null, 0]
}
