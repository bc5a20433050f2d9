/**
 * The functions of a test runner that the suite needs. mocha, vitest, jest and `node:test` have
 * them.
 */
export interface TestRunner {
  /** Defines a group of tests. */
  describe(title: string, define: () => void): unknown
  /** Defines a test, which fails if the promise rejects. */
  it(title: string, run: () => Promise<void>): unknown
}

const NEEDS_RUNNER =
  "vitest has no global describe and it here: import them from 'vitest', " +
  'and pass them as { runner: { describe, it } }'

/** The global `describe` and `it`; without them, those of `node:test`. Throws in vitest without globals. */
export function defaultRunner(): TestRunner {
  const describe = globalFunction('describe')
  const it = globalFunction('it')
  if (describe && it) return { describe, it }
  // Tests of another runner would run, but vitest would not count them.
  if (process.env['VITEST'] !== undefined) throw new Error(NEEDS_RUNNER)
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
