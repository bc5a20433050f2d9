/** How much a world has. */
export interface WorldSize {
  readonly users: number
  readonly channels: number
  readonly webhooks: number
  readonly posts: number
  /** Requests that the log has had in ten weeks. It keeps those of the last week. */
  readonly requests: number
}

/** A company. */
const LARGE: WorldSize = {
  users: 10_000,
  channels: 100_000,
  webhooks: 1_000_000,
  posts: 10_000_000,
  requests: 50_000_000,
}

/** A webhook in each channel. */
export const SMALL: WorldSize = {
  users: 10,
  channels: 50,
  webhooks: 50,
  posts: 5_000,
  requests: 500_000,
}

/** A fraction of a company, at least the small world. */
export function sizeOf(scale: number): WorldSize {
  const share = (name: keyof WorldSize): number =>
    Math.max(SMALL[name], Math.round(LARGE[name] * scale))
  return {
    users: share('users'),
    channels: share('channels'),
    webhooks: share('webhooks'),
    posts: share('posts'),
    requests: share('requests'),
  }
}

/** The key of a webhook of a world. */
export function keyOf(webhook: number): string {
  return `${webhook}`.padStart(32, 'k')
}

/** One webhook in so many needs attention; of these, every other one takes no messages. */
const ODD_EVERY = 50

/** Whether a webhook takes messages. */
export function takesMessages(webhook: number): boolean {
  return webhook % ODD_EVERY !== ODD_EVERY - 1 || oddOf(webhook) < 3
}

/** What is odd about one of these: 0 expires, 1 has an earlier key, 2 fails, 3 is off, 4 has lost its owner. */
function oddOf(webhook: number): number {
  return Math.floor(webhook / ODD_EVERY) % 5
}

/** The same in SQL; -1 for all others. */
export const ODD = `CASE WHEN n % ${ODD_EVERY} = ${ODD_EVERY - 1} THEN n / ${ODD_EVERY} % 5 ELSE -1 END`
