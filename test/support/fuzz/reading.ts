import type { JsonValue } from '../../../lib/model/records.js'
import type { HookWarning } from 'express-incoming-webhooks'
import { allFormats } from '../../../lib/formats/all.js'
import { Formats } from '../../../lib/formats/registry.js'
import { read } from '../../../lib/pipeline/read.js'
import {
  type ComposedPost,
  composedOf,
  type HookRequest,
  USER_ID,
  WebhookError,
} from '../translation.js'

const FORMATS = new Formats(allFormats)
/** Where an answer is made, a post has an id. */
const CREATED_AT = 1_700_000_000_000

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: 'accepted'
      readonly format: string
      readonly posts: readonly ComposedPost[]
      readonly answer: JsonValue | undefined
      readonly warnings: readonly HookWarning[]
    }
  | { readonly kind: 'skipped'; readonly format: string }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'thrown'; readonly error: unknown }

/** Steps 1 to 4 of a request, as if its URL ended with `end`; of any format if that is `''`. */
export function outcomeOf(request: HookRequest, end: string): Outcome {
  const asked = FORMATS.asked(end === '' ? '' : `/${end}`) ?? { kind: 'any' }
  try {
    const { format, message, answer } = read(
      { ...request, asked },
      { formats: FORMATS, userIdPattern: USER_ID },
    )
    if (!message) return { kind: 'skipped', format }
    const composed = composedOf(message.value)
    const receipts = composed.value.map((post) => ({
      id: 'post',
      channelId: post.channelId,
      webhookId: post.webhookId,
      createAt: CREATED_AT,
      updateAt: CREATED_AT,
      props: {},
      message: post.message,
    }))
    return {
      kind: 'accepted',
      format,
      posts: composed.value,
      answer: answer?.(receipts).body,
      warnings: [...message.warnings, ...composed.warnings],
    }
  } catch (error) {
    if (error instanceof WebhookError && error.status >= 400 && error.status < 500) {
      return { kind: 'refused', status: error.status }
    }
    return { kind: 'thrown', error }
  }
}
