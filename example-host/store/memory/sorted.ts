/** The index of the first item above `limit` in a rising list, or the list's length. */
export function firstAbove<T>(
  list: readonly T[],
  limit: number,
  value: (item: T) => number,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list[middle]
    if (item === undefined || value(item) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** The index of the first number that is `limit` or more in a rising list of whole numbers. */
export function firstAtLeast(list: readonly number[], limit: number): number {
  return firstAbove(list, limit - 1, (item) => item)
}

/** Removes numbers from a list in place. Both lists rise and hold each number once. */
export function removeSorted(list: number[], gone: readonly number[]): void {
  const [first] = gone
  if (first === undefined) return
  let kept = firstAtLeast(list, first)
  let next = 0
  for (let i = kept; i < list.length; i++) {
    const item = list[i] ?? 0
    while ((gone[next] ?? Infinity) < item) next += 1
    if (gone[next] === item) continue
    list[kept] = item
    kept += 1
  }
  list.length = kept
}
