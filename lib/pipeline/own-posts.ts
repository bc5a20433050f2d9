import type { CheckedDelivery } from '../adapters/checked.js'
import type { PostsEvent } from '../adapters/types.js'
import type { PostChanges } from '../adapters/things.js'
import { readContent } from '../formats/payload-schema.js'
import { isObject, Reading } from '../formats/reading.js'
import { NATIVE } from '../formats/registry.js'
import { WebhookError } from '../model/errors.js'
import type { Message, Step } from '../model/message.js'
import type { Channel, IncomingWebhook, Post, Props, Settings } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { shownChannelName } from '../rules/shown-channel.js'
import { compose, type ComposeOptions } from './compose.js'
import type { Delivered } from './once.js'
import type { Resolved } from './resolve.js'
import { type HookRequest, payloadOf, readSent } from './sent.js'
import { translate } from './translate.js'

/** A post of a webhook that its sender changes or deletes, because it has kept the id. */
export interface OwnPost {
  readonly webhook: IncomingWebhook
  readonly settings: Settings
  readonly postId: string
}

export interface OwnPosts {
  /** Null if the host's store cannot change posts. */
  readonly change: ((own: OwnPost, request: HookRequest) => Promise<Delivered>) | null
  /** Null if it cannot delete them. */
  readonly delete: ((own: OwnPost) => Promise<Delivered>) | null
}

export interface OwnPostsOptions extends ComposeOptions {
  readonly adapters: CheckedDelivery
  readonly userIdPattern: RegExp
  readonly announce: (event: PostsEvent) => void
}

/** No host has longer ids. */
const LONGEST_ID = 256
/** Somebody may press a button of the post, or edit it, at the same time. */
const MOST_TRIES = 5

/** The posts of one webhook, for its sender. All others are unknown to it, whatever they are. */
export function createOwnPosts(options: OwnPostsOptions): OwnPosts {
  const { posts } = options.adapters
  return {
    change: posts.update ? (own, request) => change(own, request, options) : null,
    delete: posts.delete ? (own) => deleteOwn(own, options) : null,
  }
}

async function change(
  own: OwnPost,
  request: HookRequest,
  options: OwnPostsOptions,
): Promise<Delivered> {
  const { posts } = options.adapters
  const given = readChange(request, options.userIdPattern)
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const { post, channel } = await findOwn(own, options.adapters)
    const { changes, warnings, ignored } = await changesOf(given, post, channel, own, options)
    const version = post.version ?? 0
    const saved = await posts.update?.(post.id, { ...changes, version: version + 1 }, version)
    if (!saved) continue
    options.announce({ change: 'edited', posts: [saved], channel })
    return deliveredOf(saved, channel, 'edited', { warnings, ignored })
  }
  throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}

async function deleteOwn(
  own: OwnPost,
  { adapters, announce }: OwnPostsOptions,
): Promise<Delivered> {
  const { post, channel } = await findOwn(own, adapters)
  if (!(await adapters.posts.delete?.(post.id))) throw unknownPost()
  announce({ change: 'deleted', posts: [post], channel })
  return deliveredOf(post, channel, 'deleted', { warnings: [], ignored: [] })
}

function deliveredOf(
  post: Post,
  channel: Channel,
  action: 'edited' | 'deleted',
  { warnings, ignored }: Pick<Delivered, 'warnings' | 'ignored'>,
): Delivered {
  const channelName = shownChannelName(channel)
  const done = { posts: [post], actions: [action], channelName, format: NATIVE }
  return { ...done, warnings, ignored, replayed: false }
}

async function findOwn(
  { webhook, postId }: OwnPost,
  { posts, channels, users }: CheckedDelivery,
): Promise<{ readonly post: Post; readonly channel: Channel }> {
  const post = postId.length > LONGEST_ID ? null : await posts.findById(postId)
  if (post?.webhookId !== webhook.id) throw unknownPost()
  const [channel, [creator]] = await Promise.all([
    channels.findById(post.channelId),
    users.findByIds([webhook.userId]),
  ])
  if (!isAlive(channel) || !isAlive(creator)) throw unknownPost()
  if (await channels.canPost(creator, channel)) return { post, channel }
  throw unknownPost()
}

function unknownPost(): WebhookError {
  return new WebhookError('post_not_found')
}

interface Change {
  readonly message: Step<Message>
  /** Lower-case names of members that the payload has. */
  readonly names: ReadonlySet<string>
}

function readChange(request: HookRequest, userIdPattern: RegExp): Change {
  const reading = new Reading()
  const value = payloadOf(readSent(request, reading))
  const payload = readContent(value, reading)
  const translated = translate(payload, userIdPattern)
  const names = isObject(value) ? Object.keys(value).map((name) => name.toLowerCase()) : []
  const message = {
    value: { ...translated.value, destination: { kind: 'webhookChannel' } as const, rootId: '' },
    warnings: [...reading.all(), ...translated.warnings],
    ignored: [...reading.ignored(), ...translated.ignored],
  }
  return { message, names: new Set(names) }
}

/** What the payload does not name stays. */
async function changesOf(
  { message, names }: Change,
  post: Post,
  channel: Channel,
  { webhook, settings }: OwnPost,
  options: OwnPostsOptions,
): Promise<
  { readonly changes: Omit<PostChanges, 'version'> } & Pick<Delivered, 'warnings' | 'ignored'>
> {
  const resolved = await lookUp(message.value, channel, { webhook, settings }, options.adapters)
  const { value: composed, warnings, ignored } = compose(message.value, resolved, options)
  const [shown, ...others] = composed
  if (!shown || others.length > 0) {
    throw new WebhookError('body_too_large', { detail: 'a change must fit into one post' })
  }
  const text = names.has('text') ? shown.message : post.message
  const isRefilled = names.has('attachments') || names.has('blocks')
  const { attachments } = isRefilled ? shown.props : post.props
  if (text === '' && attachments === undefined) {
    throw new WebhookError('no_text', { detail: 'the change leaves nothing to show' })
  }
  const kept = Object.entries(post.props).filter(([name]) => name !== 'attachments')
  const props: Props = {
    ...Object.fromEntries(kept),
    ...message.value.props,
    ...(attachments === undefined ? {} : { attachments }),
  }
  return {
    changes: { message: text, props },
    warnings: [...message.warnings, ...warnings],
    ignored: [...message.ignored, ...ignored],
  }
}

async function lookUp(
  { mentioned: { userIds, usernames } }: Message,
  channel: Channel,
  { webhook, settings }: Pick<OwnPost, 'webhook' | 'settings'>,
  { users }: CheckedDelivery,
): Promise<Resolved> {
  const [byId, byName] = await Promise.all([
    userIds.length === 0 ? [] : users.findByIds(userIds),
    usernames.length === 0 ? [] : users.findByUsernames(usernames),
  ])
  return {
    webhook,
    settings,
    place: { kind: 'channel', channel },
    usersById: new Map(byId.map((user) => [user.id, user])),
    usersByName: new Map(byName.map((user) => [user.username, user])),
    root: null,
  }
}
