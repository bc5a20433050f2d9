import type { Guarantee, MaybePromise } from 'express-incoming-webhooks'
import {
  type ConformanceSession,
  describeAdapters,
  type HostFeature,
  type TestRunner,
} from 'express-incoming-webhooks/conformance'

/** All tests of the suite as `contract: title`, and those of them that fail. */
export interface Recorded {
  readonly title: string
  readonly titles: readonly string[]
  readonly failed: readonly string[]
  /** The messages of their errors. */
  readonly messages: readonly string[]
}

/** Runs the suite, or some tests of it, and reports nothing: what fails is told as a value. */
export async function record<G extends Guarantee>(
  open: () => MaybePromise<ConformanceSession<G>>,
  without: readonly HostFeature[] = [],
  isRun: (title: string) => boolean = () => true,
): Promise<Recorded> {
  const path: string[] = []
  let whole = ''
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = []
  const runner: TestRunner = {
    describe: (title, define) => {
      if (path.length === 0) whole = title
      path.push(title)
      define()
      path.pop()
    },
    it: (title, run) => {
      const full = [...path.slice(1), title].join(': ')
      if (isRun(full)) tests.push({ title: full, run })
    },
  }
  describeAdapters('adapters', open, { runner, without })
  const outcomes = await Promise.allSettled(tests.map(({ run }) => run()))
  const titles = tests.map(({ title }) => title)
  return {
    title: whole,
    titles,
    messages: outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    ),
    failed: titles.filter((_, index) => outcomes[index]?.status === 'rejected'),
  }
}
