import { WebhookError } from '../model/errors.js'

/** Runs jobs one at a time, in turns over the keys, however many jobs wait for each key. */
export interface FairTurns {
  /**
   * At most `most` jobs of the key may wait. If too many wait in total, the last job of the key with
   * most waiting jobs is rejected with `storage_unavailable`; the new job, if that key is its own.
   */
  run<T>(key: string, most: number, work: () => Promise<T>): Promise<T>
  /** Resolves when no job is running or waiting. */
  idle(): Promise<void>
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: WebhookError) => void
}

/** `limit`: running and waiting jobs in total. */
export function createFairTurns(limit: number): FairTurns {
  // In the order of their turns: after its turn, a key moves to the end.
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

/** Rejects the last job of the longest line, if that is longer than `length`; otherwise throws. */
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
