import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { type Answered, outcomeOf } from '../log/handled-request.js'
import { WebhookError } from '../model/errors.js'
import { partOf } from '../model/fields.js'
import type { LastResult } from '../model/last-result.js'
import type { HookProps, HookUser, HookWarning, IncomingWebhook } from '../model/records.js'
import { type Action, type Delivered, NOTHING } from '../pipeline/once.js'
import { toClientPost } from '../rules/client-post.js'
import { NO_CHANGES, PREVIEWED, type PreviewInput, type Unsaved } from './bodies.js'
import { type Caller, readableChannel } from './choices.js'
import { NOT_KEPT, type SentRequest, sentOf } from './replay.js'
import type { Webhooks } from './webhooks.js'

/** What the hook endpoint would answer to a request of a webhook. */
export type RunPreview = (webhook: IncomingWebhook, sent: SentRequest) => Promise<Answered>

/** A post as a request would leave it. */
export interface PreviewedPost {
  /** What would be done with it: `created`, `edited`, `replied`, `unchanged` or `deleted`. */
  readonly action: Action
  /** `''`: a direct channel that would be created, or a channel that you may not read. */
  readonly channelId: string
  /** Markdown, as in `HookPost`. */
  readonly message: string
  /** The type, as in `HookPost`. */
  readonly type: string
  /** The id of the first post of the thread; `''` outside threads. */
  readonly rootId: string
  /** The properties, without the URLs that buttons call. */
  readonly props: HookProps
}

/** What would become of a request, and nothing did. */
export interface Preview {
  /** `posted`, `skipped`, `refused`, or `failed` if the chat server cannot tell. */
  readonly outcome: LastResult['outcome']
  /** What its sender would be answered. */
  readonly answer: {
    /** The status, such as 200. */
    readonly status: number
    /** The body, as it would be sent. */
    readonly body: string
  }
  /** The posts that would be made or changed, in order. */
  readonly posts: readonly PreviewedPost[]
  /** The format that was recognised, such as `github`; `''` if the request was refused. */
  readonly format: string
  /** What happened, in the words of the format; `''` for our own. */
  readonly event: string
  /** The key of the incident that it is about; `''` if it is about none. */
  readonly incident: string
  /** The state that it says something is in, such as `open`; `''` if it says none. */
  readonly state: string
  /** The indexes of the webhook's rules that apply. */
  readonly rules: readonly number[]
  /** Parts of the payload that would be lost, changed or repaired. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Why it would be refused; null if it would not. */
  readonly error: {
    /** The `id` of the error. */
    readonly id: string
    /** What is said of it in general. */
    readonly message: string
    /** What is wrong and where. */
    readonly detailedError: string
  } | null
}

interface PreviewParts {
  readonly webhooks: Pick<Webhooks, 'find' | 'update'>
  readonly deliveryLog: Pick<DeliveryLog, 'find'>
  readonly channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>
  readonly run: RunPreview
}

export type PreviewRequest = ReturnType<typeof createPreview>

/** Shows what a request would do, by the rules of one that is sent. Writes nothing. */
export function createPreview({ webhooks, deliveryLog, channels, run }: PreviewParts) {
  /** With what the caller wants to try, checked as if it were saved. */
  const webhookWith = (
    caller: Caller,
    id: string,
    input: PreviewInput,
  ): Promise<IncomingWebhook> => {
    const unsaved = partOf<Partial<Unsaved>>(PREVIEWED, (name) => input[name])
    if (Object.keys(unsaved).length === 0) return webhooks.find(caller, id)
    return webhooks.update(caller, id, { ...NO_CHANGES, ...unsaved }, { isCheck: true })
  }
  const keptOf = async (webhookId: string, id: string): Promise<SentRequest> => {
    const { sent } = await deliveryLog.find(webhookId, id)
    if (!sent) throw new WebhookError('delivery_not_found', { detail: NOT_KEPT })
    const { headers, ...read } = sentOf(sent)
    // Its key would show what became of it then.
    const { 'idempotency-key': _key, ...others } = headers
    return { ...read, headers: others }
  }
  /** Posts that were stored before are for those who may read them. */
  const isHidden = async (user: HookUser, [post]: Delivered['posts']): Promise<boolean> => {
    if (!post || post.channelId === '') return false
    return (await readableChannel(channels, user, post.channelId)) === null
  }
  return async (caller: Caller, id: string, input: PreviewInput): Promise<Preview> => {
    const webhook = await webhookWith(caller, id, input)
    const { delivery } = input
    const kept = delivery === undefined ? NOTHING_SENT : await keptOf(webhook.id, delivery)
    const answered = await run(webhook, requestOf(input, kept))
    return previewOf(answered, await isHidden(caller.user, answered.delivered?.posts ?? []))
  }
}

const NOTHING_SENT: SentRequest = {
  method: 'POST',
  path: '',
  query: '',
  headers: {},
  body: new Uint8Array(),
}

/** What is given counts instead of what was kept. */
function requestOf(input: PreviewInput, kept: SentRequest): SentRequest {
  const { body, bodyBase64, headers, query = kept.query, suffix } = input
  return {
    method: kept.method,
    path: suffix === undefined ? kept.path : suffix && `/${suffix}`,
    query,
    headers: { ...kept.headers, ...headers },
    body:
      body === undefined && bodyBase64 === undefined
        ? kept.body
        : Buffer.from(body ?? bodyBase64 ?? '', body === undefined ? 'base64' : 'utf8'),
  }
}

function previewOf(answered: Answered, isHidden: boolean): Preview {
  const { status, delivered, error, response, unusable } = answered
  const { posts, actions = [], warnings, ignored, repeated, ...known } = delivered ?? NOTHING
  const { format = '', event = '', incident = '', facts, rules = [] } = known
  return {
    outcome: outcomeOf(answered),
    // It may show what the posts do.
    answer: { status, body: isHidden ? '' : response },
    posts: posts.map((post, index) => {
      const action = actions[index] ?? 'created'
      const isStored = repeated || action === 'edited' || action === 'unchanged'
      return {
        action,
        channelId: isHidden ? '' : post.channelId,
        message: isHidden && isStored ? '' : post.message,
        type: post.type,
        rootId: post.rootId,
        props: isHidden && isStored ? {} : toClientPost(post).props,
      }
    }),
    format,
    event,
    incident,
    state: facts?.state ?? '',
    rules,
    warnings,
    ignored,
    error: error && {
      id: error.id,
      message: error.message,
      detailedError: unusable || error.detail,
    },
  }
}
