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
 * second they are gathered first. `patienceOf`: milliseconds that an item can wait.
 */
export function createGathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
  patienceOf: (item: Item) => number,
) {
  const groups = new Map<string, Group<Item, Result>>()
  const workOff = async (name: string, group: Group<Item, Result>) => {
    while (group.waiting.length > 0) {
      await gather(group, patienceOf)
      group.began.push(performance.now())
      const waiting = [...group.waiting]
      const outcomes = await outcomesOf(waiting, work)
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
    // The times are kept as long as they count.
    const forget = () => {
      if (group.waiting.length === 0 && groups.get(name) === group) groups.delete(name)
    }
    setTimeout(forget, SECOND).unref()
  }
  return {
    /** Whether an item has to wait: for others, or until the second is over. */
    isBusy: (name: string) => {
      const group = groups.get(name)
      return group !== undefined && (group.waiting.length > 0 || group.began.length >= AT_ONCE)
    },
    run: (name: string, item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        const group = groups.get(name) ?? { waiting: [], began: [] }
        if (group.waiting.push({ item, resolve, reject }) > 1) return
        groups.set(name, group)
        void workOff(name, group)
      }),
  }
}

async function outcomesOf<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
) {
  try {
    return await work(waiting.map(({ item }) => item))
  } catch (error) {
    return waiting.map(() => ({ error }))
  }
}

/** Waits until the second is over in which work has begun twice. */
async function gather<Item>(
  { waiting, began }: Group<Item, never>,
  patienceOf: (item: Item) => number,
) {
  const patience = waiting.reduce((least, { item }) => Math.min(least, patienceOf(item)), SECOND)
  const [first = 0] = began
  const left = first + patience - performance.now()
  if (left <= 0) began.length = 0
  if (began.length < AT_ONCE) return
  await pause(left)
  began.length = 0
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
