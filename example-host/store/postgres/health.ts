import type { PostgresChat } from 'express-incoming-webhooks/postgres'
import type { StoreHealth } from '../chat-store.js'

/** A load balancer asks every few seconds, and waits no longer. */
const ANSWER_MS = 2_000
const OK: StoreHealth = { state: 'ok', reason: '', waiting: 0, journaledBytes: 0 }
const UNAVAILABLE: StoreHealth = {
  ...OK,
  state: 'unavailable',
  reason: 'The database does not answer',
}

/**
 * Whether the database responds, on the connection that is kept for changes. While only the other
 * connections are busy, the node should still get requests.
 */
export function postgresHealth({
  isCurrent,
  caughtUp,
}: Pick<PostgresChat, 'isCurrent' | 'caughtUp'>): () => Promise<StoreHealth> {
  let asked: Promise<void> | null = null
  return async () => {
    if (isCurrent()) return OK
    // It is pending until the database is back.
    asked ??= caughtUp().finally(() => {
      asked = null
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<StoreHealth>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS, UNAVAILABLE)
    })
    const answered = asked.then(
      () => OK,
      () => UNAVAILABLE,
    )
    return Promise.race([answered, late]).finally(() => {
      clearTimeout(timer)
    })
  }
}
