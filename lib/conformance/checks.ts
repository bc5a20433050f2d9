import type { MaybePromise } from '../adapters/types.js'
import type { CheckedSession } from './checked-session.js'
import type { HostFeature } from './session.js'

/** One test of a contract. The title states the expected behaviour. */
export interface Check {
  readonly title: string
  /** It is left out for hosts without one of these. */
  readonly needs: readonly HostFeature[]
  readonly run: (session: CheckedSession) => Promise<void>
}

type Run<Given> = (given: CheckedSession & Given) => Promise<void>

type Define<Given> = (
  title: string,
  ...test: [run: Run<Given>] | [needs: readonly HostFeature[], run: Run<Given>]
) => Check

/**
 * Makes a function that defines tests. They get the session and what `prepare` makes of it; where it makes
 * nothing of it, there is nothing to test. The titles say under which condition they are run.
 */
export function checks<Given extends object>(
  prepare: (session: CheckedSession) => MaybePromise<Given | null | undefined>,
  condition?: string,
): Define<Given> {
  return (title, ...test) => {
    const [needs, run] = test.length === 1 ? [[], test[0]] : test
    return {
      title: condition === undefined ? title : `${title}, ${condition}`,
      needs,
      run: async (session) => {
        const given = await prepare(session)
        if (given) await run({ ...session, ...given })
      },
    }
  }
}

/** Defines a test that needs nothing but the session. */
export const check = checks(() => ({}))
