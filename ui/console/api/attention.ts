import { numberOf, textOf, wiresOf } from 'express-incoming-webhooks-ui'
import { call } from './call.js'
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

/** What needs attention at the webhooks that the caller may see. */
export interface FoundAttention {
  /** The latest first. */
  readonly list: readonly Attention[]
  /** Whether the server has left out some. */
  readonly hasMore: boolean
}

export async function listAttention(): Promise<FoundAttention> {
  const { body, headers } = await call('GET', 'hooks/incoming/attention')
  return { list: wiresOf(body).map(attentionOf), hasMore: headers.get('x-has-more') === 'true' }
}
