/** The reader's own code around an example, for the compiler. */
export const EXAMPLE_PREAMBLE = `
import { createServer } from 'node:http'
import express from 'express'
import morgan from 'morgan'
import type { Pool, PoolClient } from 'pg'
import { pino as createPino } from 'pino'
import { createHooks, createIncomingWebhooks, type HookChannel, type HookLog, type HookPost, type HooksOptions, type HookUser, type IncomingWebhooks, redactKeys, requestInfo, toClientPost, WebhookError } from 'express-incoming-webhooks'
import { type Adapters, type ChannelsAdapter, type CountersAdapter, type NewPost, type OwnMessages, type PostChanges, type PostsAdapter, type StoredMessage, takeFrom, type Taken, type UsersAdapter } from 'express-incoming-webhooks/adapters'
import { type ConformanceSession, describeAdapters, describeFormat } from 'express-incoming-webhooks/conformance'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createDocumentStores, type DocumentCalls, type DocumentHost, type PlainDocumentHost } from 'express-incoming-webhooks/documents'
import { type Format, reporter, textAt } from 'express-incoming-webhooks/formats'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { openApiDocument } from 'express-incoming-webhooks/openapi'
import { createPostgresChat, createPostgresPool, createPostgresStores, migrate } from 'express-incoming-webhooks/postgres'
import { authorOf, PostAllowance, renderHtml, renderText } from 'express-incoming-webhooks/render'
import { createSqlStores, oneConnection, type SqlQuery, type SqlResult } from 'express-incoming-webhooks/sql'

declare const adapters: Adapters
declare const webhooks: IncomingWebhooks
declare const doorbell: Format
declare const app: express.Express
declare const secret: string
declare const siteUrl: string
declare const userId: string
declare const channelId: string
declare const key: string
declare const row: { message: string; props: string; userName: string }
declare const pool: Pool
declare const pino: ReturnType<typeof createPino>
declare const io: { to(room: string): { emit(event: string, data: unknown): void } }
declare const texts: readonly string[]
declare function render(markdown: string): string
declare function escapeHtml(text: string): string
declare function show(shown: { name: string; isBot: boolean; text: string }): void
declare function notify(channel: HookChannel, posts: readonly HookPost[]): void
declare function userOfSession(cookie: string | undefined): Promise<HookUser | null>
declare function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result>

interface Transaction {
  insertMessages(
    rows: readonly { channelId: string; userId: string; message: string }[],
  ): Promise<readonly StoredMessage[]>
  updateMessage(id: string, text: string): Promise<boolean>
}

type Bucket = ReturnType<typeof takeFrom>['bucket']
declare const database: {
  usersWhere(names: { id?: string[]; username?: string[] }): Promise<HookUser[]>
  findCredentials(loginId: string): ReturnType<Required<UsersAdapter>['findCredentials']>
  findChannel(where: { id?: string; name?: string; teamId?: string }): Promise<HookChannel | null>
  isMember(channelId: string, userId: string): Promise<boolean>
  channelsOf(userId: string, options: { query: string; limit: number }): Promise<HookChannel[]>
  insertAll(posts: readonly NewPost[]): Promise<HookPost[]>
  findPost(id: string): Promise<HookPost | null>
  updatePost(id: string, changes: PostChanges, expectedVersion: number): Promise<HookPost | null>
  locked(
    key: string,
    change: (known: Bucket | null, now: number) => ReturnType<typeof takeFrom>,
  ): Promise<Taken>
  forget(key: string): Promise<void>
  all(text: string, values: readonly unknown[]): Promise<object[]>
  read: DocumentHost['get']
  readAll: DocumentHost['list']
  write: PlainDocumentHost['put']
  remove: PlainDocumentHost['delete']
  transaction<Result>(work: (calls: DocumentCalls) => Promise<Result>): Promise<Result>
}

type Session = ConformanceSession<never>
interface TestDatabase extends Pick<Session, 'addMember'> {
  addUser(user: Parameters<Session['seedUser']>[0]): Promise<HookUser>
  addChannel(channel: Parameters<Session['seedChannel']>[0]): Promise<HookChannel>
  postsOf: Session['readPosts']
  close(): Promise<void>
}
declare function emptyDatabase(): Promise<TestDatabase>
declare function adaptersOn(database: TestDatabase): Session['adapters']
`
