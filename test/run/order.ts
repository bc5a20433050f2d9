/** Files that take 14 to 60 s on two cores, the longest first: begun late, they would run alone in the end. */
export const LONG: readonly string[] = [
  'blackbox/cases-one-half.test.js',
  'blackbox/cases-other-half.test.js',
  'browser/prefix.test.js',
  'browser/console-reach.test.js',
  'blackbox/formats.test.js',
  'browser/chat-looks.test.js',
  'browser/console-programs.test.js',
  'blackbox/two-nodes.test.js',
  'browser/chat-barriers.test.js',
  'conformance/broken-adapters.test.js',
  'browser/chat-sign-in.test.js',
  'browser/incidents.test.js',
  'browser/chat-hostile.test.js',
]

/** Those that `wait` for the declarations come behind all others: by then they are there. */
export function longFirst(
  paths: readonly string[],
  wait: (path: string) => boolean,
): readonly string[] {
  const long = LONG.filter((path) => paths.includes(path))
  const all = [...long, ...paths.filter((path) => !long.includes(path)).sort()]
  return [...all.filter((path) => !wait(path)), ...all.filter(wait)]
}
