/** What the suite needs of a test runner: mocha, vitest, jest and `node:test` all fit. */
export interface TestRunner {
  describe(title: string, define: () => void): unknown
  it(title: string, run: () => Promise<void>): unknown
}

/** The runner whose `describe` and `it` are global. Throws a `TypeError` where there are none. */
export function globalRunner(): TestRunner {
  return { describe: globalFunction('describe'), it: globalFunction('it') }
}

function globalFunction(name: 'describe' | 'it'): (title: string, run: () => unknown) => unknown {
  const found: unknown = Reflect.get(globalThis, name)
  if (typeof found === 'function') return (title, run): unknown => found.call(undefined, title, run)
  throw new TypeError(`no global ${name}: give describeAdapters a runner with describe and it`)
}
