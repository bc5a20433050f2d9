/** What the suite needs from a test runner. mocha, vitest, jest and `node:test` all provide it. */
export interface TestRunner {
  describe(title: string, define: () => void): unknown
  it(title: string, run: () => Promise<void>): unknown
}

/** The runner with global `describe` and `it`. Throws a `TypeError` if there are none. */
export function globalRunner(): TestRunner {
  return { describe: globalFunction('describe'), it: globalFunction('it') }
}

function globalFunction(name: 'describe' | 'it'): (title: string, run: () => unknown) => unknown {
  const found: unknown = Reflect.get(globalThis, name)
  if (typeof found === 'function') return (title, run): unknown => found.call(undefined, title, run)
  throw new TypeError(`no global ${name}: give describeAdapters a runner with describe and it`)
}
