import type { CheckedDelivery } from '../host/checked.js'
import { OneAtATime } from '../adapters/one-at-a-time.js'
import type { PostsEvent, PostChanges } from '../adapters/types.js'
import { readContent } from '../native/payload/payload-schema.js'
import { Reading } from '../native/payload/reading.js'
import { attachmentsOf, isObject } from '../model/json.js'
import { writeDraft } from '../formats/drafts/write-draft.js'
import type { Format, FormatChange, FormatMessages, ShownParts } from '../formats/format.js'
import { NATIVE } from '../formats/registry.js'
import { WebhookError } from '../model/errors.js'
import type { Message, Step } from '../model/message.js'
import type {
  HookChannel,
  IncomingWebhook,
  HookPost,
  HookProps,
  HookSettings,
} from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { hasMade } from '../rules/own-post.js'
import { lengthBesideLine, withHistory } from '../rules/incident-line.js'
import { shownChannelName } from '../rules/shown-channel.js'
import { historyOf } from '../rules/shown-incident.js'
import { messageOf, readCard } from './cards.js'
import { compose, type ComposeOptions } from './compose.js'
import { type Delivered, NOTHING } from './once.js'
import { resolveWithin } from './resolve.js'
import { payloadOf, readSent } from '../native/body/sent.js'
import type { HookRequest } from './request.js'
import { translate } from '../native/message/translate.js'

/** A post of a webhook that its sender changes or deletes, because it has kept the id. */
export interface OwnPost {
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  readonly postId: string
  /** How its sender speaks of it, if not in our own format. */
  readonly format: Format | null
  /** Of a request that is sent again: when it first arrived. What was changed after it stays. */
  readonly arrivedAt?: number
}

export type OwnPosts = ReturnType<typeof createOwnPosts>

interface OwnPostsOptions extends ComposeOptions {
  readonly adapters: CheckedDelivery
  readonly userIdPattern: RegExp
  readonly announce: (event: PostsEvent) => void
}

/** Longer than any host's ids. */
const LONGEST_ID = 256
const MOST_TRIES = 5

/** The posts of one webhook, for its sender. All others are unknown to it, whatever they are. */
export function createOwnPosts(options: OwnPostsOptions) {
  const { adapters, announce } = options
  const { update, delete: remove } = adapters.posts
  const oneAtATime = new OneAtATime()
  const change = async (own: OwnPost, request: HookRequest, save: Update): Promise<Delivered> => {
    const given = own.format?.messages
      ? readInFormat(request, own.format.messages, own, options)
      : readChange(request, options)
    let found = await findOwn(own, adapters)
    if (isOvertaken(own, found)) return deliveredOf(own, found, 'unchanged')
    const { apply, warnings, ignored } = await prepareChange(given, found, own, options)
    const again = async () => {
      found = await findOwn(own, adapters)
      return isOvertaken(own, found) ? null : found.post
    }
    const saved = await changePost(save, apply, found.post, again, MOST_TRIES)
    if (!saved && isOvertaken(own, found)) return deliveredOf(own, found, 'unchanged')
    if (!saved) throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
    announce({ change: 'edited', posts: [saved], channel: found.channel })
    return deliveredOf(own, { ...found, post: saved }, 'edited', { warnings, ignored })
  }
  return {
    /** The answer has what its format shows of it. */
    get: async (own: OwnPost) => deliveredOf(own, await findOwn(own, adapters), null),
    /** Null if the host's store cannot change posts. */
    change: update
      ? (own: OwnPost, request: HookRequest) =>
          oneAtATime.run(own.postId, () => change(own, request, update))
      : null,
    /** Null if it cannot delete them. */
    delete: remove
      ? async (own: OwnPost) => {
          const found = await findOwn(own, adapters)
          if (isOvertaken(own, found)) return deliveredOf(own, found, 'unchanged')
          const { post, channel } = found
          if (!(await remove(post.id))) throw unknownPost()
          announce({ change: 'deleted', posts: [post], channel })
          return deliveredOf(own, found, 'deleted')
        }
      : null,
  }
}

type Update = NonNullable<CheckedDelivery['posts']['update']>

interface FoundPost {
  readonly post: HookPost
  readonly channel: HookChannel
}

function isOvertaken({ arrivedAt }: OwnPost, { post }: FoundPost) {
  return arrivedAt !== undefined && post.updateAt > arrivedAt
}

function deliveredOf(
  { format }: OwnPost,
  { post, channel }: FoundPost,
  action: 'edited' | 'deleted' | 'unchanged' | null,
  notes: Partial<Pick<Delivered, 'warnings' | 'ignored'>> = {},
): Delivered {
  const answer = action === 'deleted' ? format?.messages?.deleted : format?.messages?.show(post)
  return {
    ...NOTHING,
    ...notes,
    ...(action && { posts: [post], actions: [action] }),
    channelName: shownChannelName(channel),
    format: format?.name ?? NATIVE,
    ...(answer && { answer }),
  }
}

async function findOwn(
  { webhook, postId }: OwnPost,
  { posts, channels, users }: CheckedDelivery,
): Promise<FoundPost> {
  const post = postId.length > LONGEST_ID ? null : await posts.findById(postId)
  if (!post || !hasMade(webhook, post)) throw unknownPost()
  const [channel, [owner]] = await Promise.all([
    channels.findById(post.channelId),
    users.findByIds([webhook.userId]),
  ])
  if (!isAlive(channel) || !isAlive(owner)) throw unknownPost()
  if (await channels.canPost(owner, channel)) return { post, channel }
  throw unknownPost()
}

function unknownPost() {
  return new WebhookError('post_not_found')
}

interface Given {
  readonly message: Step<Message>
  readonly merge: FormatChange['merge']
}

function readInFormat(
  request: HookRequest,
  { change }: FormatMessages,
  { webhook }: OwnPost,
  { show }: OwnPostsOptions,
): Given {
  const reading = new Reading()
  const changed = change({ headers: {}, query: {}, body: readSent(request, reading) })
  if (!changed)
    throw new WebhookError('payload_unparsable', { detail: 'expected a message in JSON' })
  const { draft, merge } = changed
  const message = messageOf(draft, writeDraft(draft, webhook.foreignMentions), reading)
  // Where attachments are a part of the text, they cannot be replaced apart from it.
  return { message, merge: show === 'attachments' ? merge : (_before, after) => after }
}

function readChange(request: HookRequest, { userIdPattern, show }: OwnPostsOptions): Given {
  const reading = new Reading()
  const value = payloadOf(readSent(request, reading), reading)
  const payload = readContent(value, reading)
  const translated = translate(payload, { userIdPattern, readCard }, reading)
  const names = new Set(isObject(value) ? namesIn(value) : [])
  const hasBlocks = payload.blocks.length > 0
  // `props` may hold blocks, cards or what their buttons do.
  const hasParts = payload.parts !== null
  const isRefilled = names.has('attachments') || names.has('blocks') || hasParts
  if (!names.has('text') && !isRefilled && Object.keys(translated.value.props).length === 0) {
    throw new WebhookError('no_text', { detail: 'expected text, attachments, blocks or props' })
  }
  // Blocks are text and attachments at once, and so are attachments that are shown as text.
  const isRewritten = names.has('text') || hasBlocks || (isRefilled && show !== 'attachments')
  const message = {
    ...translated,
    value: { ...translated.value, destination: { kind: 'webhookChannel' } as const, rootId: '' },
  }
  return {
    message,
    merge: (before, after) => ({
      message: (isRewritten ? after : before).message,
      attachments: (isRefilled ? after : before).attachments,
    }),
  }
}

/** The members that say something: null and '' are as good as absent, as in every payload. */
function namesIn(value: object): readonly string[] {
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== '')
    .map(([name]) => name.toLowerCase())
}

/** A change whose mentioned users have been looked up once, before any retry. */
async function prepareChange(
  { message, merge }: Given,
  { channel, post }: FoundPost,
  { webhook, settings }: OwnPost,
  options: OwnPostsOptions,
) {
  const { value } = message
  const isOfIncident = historyOf(post).length > 0
  const maxPostLength = isOfIncident ? lengthBesideLine(options) : options.maxPostLength
  const resolved = await resolveWithin({ webhook, settings, channel }, value, options.adapters)
  const composed = compose(value, resolved, { ...options, maxPostLength })
  const [sent, ...others] = composed.value
  if (!sent || others.length > 0) {
    throw new WebhookError('body_too_large', { detail: 'a change must fit into one post' })
  }
  return {
    /** What the payload does not name stays. Throws if nothing would be left to show. */
    apply: (post: HookPost) => {
      const { attachments: _before, ...kept } = post.props
      const { message: text, attachments } = merge(partsOf(post), partsOf(sent))
      if (text === '' && attachments.length === 0) {
        throw new WebhookError('no_text', { detail: 'the change leaves nothing to show' })
      }
      const props: HookProps = {
        ...kept,
        ...value.props,
        ...(attachments.length > 0 && { attachments }),
      }
      const isRewritten = text !== post.message
      return { message: isRewritten ? withHistory(text, historyOf(post), options) : text, props }
    },
    warnings: [...message.warnings, ...composed.warnings],
    ignored: [...message.ignored, ...composed.ignored],
  }
}

function partsOf({ message, props }: Pick<HookPost, 'message' | 'props'>): ShownParts {
  return { message, attachments: attachmentsOf(props) }
}

/** Makes the changes to a version of a post. Throws if nothing would be left to show. */
export type Change = (post: HookPost) => Omit<PostChanges, 'version'>

/**
 * Changes a post as it is now: somebody may press a button of it, or edit it, at the same time, after which
 * `again` finds it. Null if it is gone, or has been changed as often as it was tried.
 */
export async function changePost(
  update: NonNullable<CheckedDelivery['posts']['update']>,
  change: Change,
  found: HookPost,
  again: () => Promise<HookPost | null>,
  tries: number,
): Promise<HookPost | null> {
  let post: HookPost | null = found
  for (let left = tries; post && left > 0; left -= 1) {
    const { version = 0 } = post
    const saved = await update(post.id, { ...change(post), version: version + 1 }, version)
    if (saved) return saved
    post = await again()
  }
  return null
}
