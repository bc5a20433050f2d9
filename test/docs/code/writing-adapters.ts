import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf, page } from '../../support/markdown.js'
import { ROOT } from '../../support/root.js'
import type { ShownCode } from './shown-code.js'

/** Folders of which the page shows parts. */
const COMPILED = ['docs/examples', 'test/hosts'].flatMap(textsIn)

/** What the page shows beside parts of files that are compiled where they are. */
export const WRITING_ADAPTERS: ShownCode = {
  document: 'docs/writing-adapters.md',
  blocks: blocksOf(page('writing-adapters.md'), 'ts').filter(
    (text) => !COMPILED.some((file) => file.includes(withoutIndents(text))),
  ),
  count: 3,
  preamble: `
import { createIncomingWebhooks, type HookPost } from 'express-incoming-webhooks'
import type { Adapters, NewPost, PostChanges, PostBatch, PostsAdapter, StoredPost, Stores } from 'express-incoming-webhooks/adapters'
import type { SqlQuery, SqlResult } from 'express-incoming-webhooks/sql'
import { createSqlStores } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
declare const stores: Stores<SqlQuery<SqlResult>, PoolClient>
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const pool: Pool
declare const transaction: Parameters<typeof createSqlStores<PoolClient>>[0]['transaction']
declare function insertWholePosts(client: PoolClient, posts: NewPost[]): Promise<readonly StoredPost[]>
declare function findPost(id: string): Promise<StoredPost | null>
declare function updatePost(id: string, changes: PostChanges, version: number): Promise<StoredPost | null>
declare function editPost(client: PoolClient, edit: NonNullable<PostBatch['edit']>): Promise<StoredPost | null>
declare function notifyClients(channelId: string, posts: readonly HookPost[]): void
`,
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => withoutIndents(readFileSync(join(ROOT, folder, path), 'utf8')))
}

function withoutIndents(text: string): string {
  return text.replace(/^ +/gm, '')
}
