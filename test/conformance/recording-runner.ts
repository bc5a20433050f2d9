import type { Guarantee, MaybePromise } from 'express-incoming-webhooks/adapters'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import type { HostFeature } from '../../lib/conformance/session.js'

/** All tests of the suite as `contract: title`, and those of them that fail. */
export interface Recorded {
  readonly title: string
  readonly titles: readonly string[]
  readonly failed: readonly string[]
  /** The messages of their errors. */
  readonly messages: readonly string[]
}

export interface RecordOptions {
  readonly without?: readonly HostFeature[]
  /** The contracts that are run. Without them all are. */
  readonly contracts?: ReadonlySet<string> | null
}

/** Runs the suite and reports nothing: what fails is told as a value. */
export async function record<G extends Guarantee>(
  open: () => MaybePromise<ConformanceSession<G>>,
  { without = [], contracts = null }: RecordOptions = {},
): Promise<Recorded> {
  const path: string[] = []
  let whole = ''
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = []
  describeAdapters('adapters', open, {
    without,
    runner: {
      describe: (title, define) => {
        if (path.length === 0) whole = title
        path.push(title)
        define()
        path.pop()
      },
      it: (title, run) => {
        const [, contract = ''] = path
        if (contracts?.has(contract) === false) return
        tests.push({ title: [...path.slice(1), title].join(': '), run })
      },
    },
  })
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
