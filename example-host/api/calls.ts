import type { Request } from 'express'
import {
  type ErrorCode,
  type HookUser,
  type IncomingWebhooks,
  WebhookError,
} from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore, ListPage, StoredPost, Team } from '../store/index.js'
import type { RouteName } from './routes.js'

const MAX_PER_PAGE = 200
const DEFAULT_PER_PAGE = 60

/** What the API works with. */
export interface ApiParts {
  readonly store: ChatStore
  readonly webhooks: IncomingWebhooks
  readonly hashPassword: (password: string) => Promise<string>
}

/** A call of a route. */
export interface Call extends ApiParts {
  readonly req: Request
  /** The signed-in user. */
  readonly user: HookUser
  /** The parsed JSON, whose texts every store can keep; undefined for calls without a body. */
  readonly body: unknown
}

/** What routes do. A result is sent as JSON unless it is a `PostList`; none as `{"status":"OK"}`. */
export type Handlers = Readonly<Record<RouteName, (call: Call) => unknown>>

export function invalid(name: string, detail = ''): WebhookError {
  return new WebhookError('invalid_body', { params: { name }, detail })
}

/** A path parameter; `''` if the route does not have it. */
export function pathPart({ req }: Call, name: string): string {
  const part = req.params[name]
  return typeof part === 'string' ? part : ''
}

/** The user named in the path; `me` is the caller. */
export function userIdOf(call: Call): string {
  const id = pathPart(call, 'user_id')
  return id === 'me' ? call.user.id : id
}

/** Users can access their own data, administrators also that of others. */
export function ownUserIdOf(call: Call): string {
  const id = userIdOf(call)
  permit(id === call.user.id || call.user.admin)
  return id
}

export function queryText({ req }: Call, name: string): string | undefined {
  // The first of several.
  const [value] = [req.query[name]].flat()
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The same; throws for an empty one, which may be a variable that is not set. */
export function givenText(call: Call, name: string): string | undefined {
  if (call.req.query[name] === '') throw invalid(name, 'It is empty')
  return queryText(call, name)
}

/** `page` and `per_page`: default 60, maximum 200; invalid numbers are ignored. */
export function pageOf(call: Call): ListPage {
  return pageNamed((name) => queryText(call, name))
}

/** The same from the body. */
export function pageOfBody(body: unknown): ListPage {
  return pageNamed((name) => String(member(body, name)))
}

function pageNamed(read: (name: string) => string | undefined): ListPage {
  return {
    page: wholeNumber(read('page')) ?? 0,
    perPage: Math.min(wholeNumber(read('per_page')) || DEFAULT_PER_PAGE, MAX_PER_PAGE),
  }
}

export function wholeNumber(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function member(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body')
  return Object.entries(body).find(([key]) => key === name)?.[1]
}

/** A required string of the body. */
export function text(body: unknown, name: string): string {
  const value = optionalText(body, name)
  if (value === '') throw invalid(name)
  return value
}

/** A string of the body, or `''`. */
export function optionalText(body: unknown, name: string): string {
  const value = member(body, name) ?? ''
  if (typeof value === 'string') return value
  throw invalid(name)
}

/** Rejects a longer text. An emoji counts as one character. */
export function refuseLonger(name: string, value: string, most: number): void {
  if (Array.from(value).length > most) throw invalid(name, `at most ${most} characters`)
}

/** A body that is a list of strings. */
export function texts(body: unknown, name: string): readonly string[] {
  const isList = Array.isArray(body) && body.length <= MAX_PER_PAGE
  if (isList && body.every((each) => typeof each === 'string')) return body
  throw invalid(name)
}

/** What `found` says of a post or a team. */
export const NO_POST = ['not_found', 'no such post'] as const
export const NO_TEAM = ['not_found', 'no such team'] as const

/** What a store has. Throws the error if it has no such thing. */
export function found<T>(value: T | null | undefined | false, missing: ErrorCode, detail = ''): T {
  if (!value) throw new WebhookError(missing, { detail })
  return value
}

/** Throws if the user may not do this. */
export function permit(isAllowed: boolean | null | undefined, detail = ''): void {
  if (!isAllowed) throw new WebhookError('not_permitted', { detail })
}

/** Who reads from where. */
type Reading = Pick<Call, 'store' | 'user'>

/**
 * Everyone can read public channels, administrators also private ones, and nobody the direct
 * channels of others.
 */
async function canRead({ store, user }: Reading, channel: ChatChannel): Promise<boolean> {
  if (channel.type === 'public') return true
  if (user.admin && channel.type === 'private') return true
  return store.channels.isMember(channel.id, user.id)
}

/** The channel, of the path unless another is named, archived or not. One that the user may not read is 404. */
export async function readableChannel(
  call: Call,
  id = pathPart(call, 'channel_id'),
): Promise<ChatChannel> {
  return readable(call, await call.store.channels.byId(id))
}

/** The channel, if there is one that the user may read; else a 404. */
export async function readable(
  reading: Reading,
  channel: ChatChannel | null,
): Promise<ChatChannel> {
  const isReadable = channel !== null && (await canRead(reading, channel))
  return found(isReadable && channel, 'channel_missing')
}

/** A readable channel that is not archived. */
export async function openChannel(call: Call, id?: string): Promise<ChatChannel> {
  const channel = await readableChannel(call, id)
  refuseArchived(channel)
  return channel
}

export function refuseArchived({ deleteAt }: ChatChannel): void {
  if (deleteAt === 0) return
  throw new WebhookError('channel_missing', { detail: 'the channel is archived' })
}

/** The post of the path, and its channel. A post that the user may not read is 404. */
export async function readablePost(
  call: Call,
): Promise<{ readonly post: StoredPost; readonly channel: ChatChannel }> {
  const { posts, channels } = call.store
  const post = await posts.byId(pathPart(call, 'post_id'))
  const channel = post && (await channels.byId(post.channelId))
  const isReadable = channel && (await canRead(call, channel))
  return found(isReadable && { post, channel }, ...NO_POST)
}

export async function knownUser({ store }: Call, id: string): Promise<HookUser> {
  return found(await store.users.byId(id), 'user_missing')
}

/** The team, of the path unless another is named. */
export function knownTeam(call: Call, id = pathPart(call, 'team_id')): Team {
  const team = call.store.teams.find((each) => each.id === id)
  return found(team, ...NO_TEAM)
}
