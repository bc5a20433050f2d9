/** What the suite needs from a test runner. mocha, vitest, jest and `node:test` all provide it. */
export interface TestRunner {
  describe(title: string, define: () => void): unknown
  it(title: string, run: () => Promise<void>): unknown
}

/** The global `describe` and `it`; without them, those of `node:test`. */
export function defaultRunner(): TestRunner {
  const describe = globalFunction('describe')
  const it = globalFunction('it')
  if (describe && it) return { describe, it }
  // Imported only here, because importing it makes a process a test run.
  const { describe: describeInNode, it: itInNode } = process.getBuiltinModule('node:test')
  return {
    describe: (title, define) => void describeInNode(title, define),
    it: (title, run) => void itInNode(title, run),
  }
}

type Define = (title: string, run: () => unknown) => unknown

function globalFunction(name: 'describe' | 'it'): Define | null {
  const found: unknown = Reflect.get(globalThis, name)
  if (typeof found !== 'function') return null
  return (title, run): unknown => found.call(undefined, title, run)
}
