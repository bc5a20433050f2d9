/** What became of an item: its result, or its own error; undefined if it has to be done again, with others. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown } | undefined

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Group<Item, Result> {
  readonly waiting: Waiting<Item, Result>[]
  /** When work of the present second began, by a monotonic clock. */
  readonly began: number[]
}

/** How often work on the same begins at once within a second; then items are gathered until it is over. */
const AT_ONCE = 2
/** For which items are gathered at most, in milliseconds. */
export const SECOND = 1_000

/**
 * Work on the same, one after the other, on all items that have come meanwhile. More often than twice in a
 * second they are gathered first.
 */
export class Gathered<Item, Result> {
  readonly #groups = new Map<string, Group<Item, Result>>()
  readonly #work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>
  readonly #patienceOf: (item: Item) => number

  /** `patienceOf`: milliseconds that an item can wait. */
  constructor(
    work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
    patienceOf: (item: Item) => number,
  ) {
    this.#work = work
    this.#patienceOf = patienceOf
  }

  /** Whether an item has to wait: for others, or until the second is over. */
  isBusy(name: string): boolean {
    const group = this.#groups.get(name)
    return group !== undefined && (group.waiting.length > 0 || group.began.length >= AT_ONCE)
  }

  run(name: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const group = this.#groups.get(name)
      if (group) group.waiting.push(waiting)
      if (group && group.waiting.length > 1) return
      const mine = group ?? { waiting: [waiting], began: [] }
      this.#groups.set(name, mine)
      void this.#workOff(name, mine)
    })
  }

  async #workOff(name: string, group: Group<Item, Result>): Promise<void> {
    while (group.waiting.length > 0) {
      await this.#gather(group)
      group.began.push(performance.now())
      const waiting = [...group.waiting]
      const outcomes = await this.#outcomesOf(waiting)
      const others = group.waiting.slice(waiting.length)
      group.waiting.length = 0
      for (const [index, each] of waiting.entries()) {
        const outcome = outcomes[index]
        if (!outcome) group.waiting.push(each)
        else if ('result' in outcome) each.resolve(outcome.result)
        else each.reject(outcome.error)
      }
      for (const each of others) group.waiting.push(each)
    }
    this.#forgetSoon(name, group)
  }

  async #outcomesOf(
    waiting: readonly Waiting<Item, Result>[],
  ): Promise<readonly Outcome<Result>[]> {
    try {
      return await this.#work(waiting.map(({ item }) => item))
    } catch (error) {
      return waiting.map(() => ({ error }))
    }
  }

  /** Waits until the second is over in which work has begun twice. */
  async #gather({ waiting, began }: Group<Item, Result>): Promise<void> {
    const patience = waiting.reduce(
      (least, { item }) => Math.min(least, this.#patienceOf(item)),
      SECOND,
    )
    const [first = 0] = began
    const left = first + patience - performance.now()
    if (left <= 0) began.length = 0
    if (began.length < AT_ONCE) return
    await pause(left)
    began.length = 0
  }

  /** The times are kept as long as they count. */
  #forgetSoon(name: string, group: Group<Item, Result>): void {
    const forget = (): void => {
      if (group.waiting.length === 0 && this.#groups.get(name) === group) this.#groups.delete(name)
    }
    setTimeout(forget, SECOND).unref()
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
