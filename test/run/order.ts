/**
 * Files that take long, the longest first: begun late, they would run alone in the end. Seconds on two cores.
 */
const LONG: readonly string[] = []

/** Those that `wait` for the declarations come behind all others: by then they are there. */
export function longFirst(
  paths: readonly string[],
  wait: (path: string) => boolean,
): readonly string[] {
  const long = LONG.filter((path) => paths.includes(path))
  const all = [...long, ...paths.filter((path) => !long.includes(path)).sort()]
  return [...all.filter((path) => !wait(path)), ...all.filter(wait)]
}
