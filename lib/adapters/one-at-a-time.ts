/** How long work waits for the one before it, in milliseconds: a store that hangs must not add up. */
const PATIENCE = 2_000

/**
 * Work on the same incident, one after the other: changes that compare versions would fail again and again
 * if all of them tried at once. Other processes still do, so versions are compared all the same.
 */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name)
    const mine = before ? settled(before, PATIENCE).then(work) : work()
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }
}

/** Whether the work has ended, in whatever way; false once it has taken these milliseconds. */
export async function settled(work: Promise<unknown>, patience: number) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patience, false)
  })
  const ended = work.then(
    () => true,
    () => true,
  )
  const hasEnded = await Promise.race([ended, tooLong])
  clearTimeout(timer)
  return hasEnded
}
