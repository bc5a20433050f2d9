import { numberOf, textOf, wiresOf } from 'express-incoming-webhooks-ui'
import { get } from './call.js'
import { readerOf } from './reader.js'

/** What needs attention at a webhook. */
export type Attention = ReturnType<typeof attentionOf>

const attentionOf = readerOf({
  hookId: textOf,
  displayName: textOf,
  /** One of `SIGNALS`, or one that only a newer server knows. */
  signal: textOf,
  /** The id of the error for which requests are refused; `''` for other signals. */
  reason: textOf,
  /** Requests that it is about. */
  count: numberOf,
  since: numberOf,
})

/** Of the webhooks that the caller may see, the latest first. */
export async function listAttention(): Promise<readonly Attention[]> {
  return wiresOf(await get('hooks/incoming/attention')).map(attentionOf)
}
