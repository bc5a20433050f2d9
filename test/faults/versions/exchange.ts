import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Call, call } from '../../support/http-client.js'

const PAUSE_MS = 20
/** For as long as no node may be there. */
const PATIENCE_MS = 120_000

/** The answer to a request; the status is 0 if there was none. */
export interface Exchange extends Answer {
  /** When it was sent first, and when it was answered, in milliseconds. */
  readonly sentAt: number
  readonly answeredAt: number
}

/** Sends a request once or, where there are moments without a node, until one has done its part. */
export async function exchange(
  { hasGaps }: { readonly hasGaps: boolean },
  url: string,
  request: Call,
): Promise<Exchange> {
  const sentAt = performance.now()
  for (;;) {
    const answer = await call(url, request).catch((error: unknown) => ({
      status: 0,
      headers: {},
      text: String(error),
    }))
    const answeredAt = performance.now()
    const isUndone = answer.status === 0 || answer.status === 503
    if (!hasGaps || !isUndone || answeredAt - sentAt > PATIENCE_MS) {
      return { ...answer, sentAt, answeredAt }
    }
    await sleep(PAUSE_MS)
  }
}
