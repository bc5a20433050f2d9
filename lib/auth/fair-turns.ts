import { WebhookError } from '../model/errors.js'

/** Runs work one at a time. Whose turn it is goes round the keys, whatever waits behind each. */
export interface FairTurns {
  /**
   * At most `most` works of the key wait. Where too many wait in all, the key with most of them
   * gives up its last one, and the newcomer is refused if that key is its own: `storage_unavailable`.
   */
  run<T>(key: string, most: number, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: WebhookError) => void
}

/** `limit`: works in all, running and waiting. */
export function createFairTurns(limit: number): FairTurns {
  // In the order of their turns: a key that has had one goes to the end.
  const lines = new Map<string, Waiting[]>()
  let count = 0
  let isRunning = false
  let onIdle: (() => void)[] = []

  const beginNext = (): void => {
    for (const [key, line] of lines) {
      lines.delete(key)
      const next = line.shift()
      if (line.length > 0) lines.set(key, line)
      isRunning = true
      next?.begin()
      return
    }
    for (const tell of onIdle) tell()
    onIdle = []
  }
  const end = (): void => {
    count -= 1
    isRunning = false
    beginNext()
  }
  const wait = (key: string, most: number): Promise<void> => {
    const line = lines.get(key) ?? []
    if (line.length >= most) throw busy()
    if (count >= limit) count -= dropLast(lines, line.length + 1)
    count += 1
    lines.set(key, line)
    const turn = new Promise<void>((resolve, reject) => {
      line.push({ begin: resolve, refuse: reject })
    })
    if (!isRunning) beginNext()
    return turn
  }
  return {
    run: async (key, most, work) => {
      await wait(key, most)
      try {
        return await work()
      } finally {
        end()
      }
    },
    idle: async () => {
      if (count === 0) return
      await new Promise<void>((resolve) => onIdle.push(resolve))
    },
  }
}

/** Refuses the last of the longest line, if that is longer than `length`; else throws. */
function dropLast(lines: ReadonlyMap<string, Waiting[]>, length: number): 1 {
  let longest: Waiting[] = []
  for (const line of lines.values()) if (line.length > longest.length) longest = line
  const last = longest.length > length ? longest.pop() : undefined
  if (!last) throw busy()
  last.refuse(busy())
  return 1
}

function busy(): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}
