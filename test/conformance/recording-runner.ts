import {
  type ConformanceSession,
  describeAdapters,
  type TestRunner,
} from 'express-incoming-webhooks/conformance'

/** All tests of the suite as `contract: title`, and those of them that fail. */
export interface Recorded {
  readonly titles: readonly string[]
  readonly failed: readonly string[]
}

/** Runs the suite and reports nothing: what fails is told as a value. */
export async function record(open: () => ConformanceSession): Promise<Recorded> {
  const path: string[] = []
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = []
  const runner: TestRunner = {
    describe: (title, define) => {
      path.push(title)
      define()
      path.pop()
    },
    it: (title, run) => {
      tests.push({ title: [...path.slice(1), title].join(': '), run })
    },
  }
  describeAdapters('adapters', open, { runner })
  const outcomes = await Promise.allSettled(tests.map(({ run }) => run()))
  const titles = tests.map(({ title }) => title)
  return { titles, failed: titles.filter((_, index) => outcomes[index]?.status === 'rejected') }
}
