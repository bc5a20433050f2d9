import type { MaybePromise } from '../adapters/types.js'
import type { CheckedSession, HostFeature } from './session.js'

/** One test of a contract. The title states the expected behaviour. */
export interface Check {
  readonly title: string
  /** It is left out for hosts without one of these. */
  readonly needs: readonly HostFeature[]
  readonly run: (session: CheckedSession) => Promise<void>
}

type Run<Given> = (given: CheckedSession & Given) => Promise<void>

/** By title. Some are only for hosts that have something. */
type Tests<Given> = Readonly<
  Record<string, Run<Given> | readonly [needs: readonly HostFeature[], run: Run<Given>]>
>

/**
 * Makes a function that defines tests. They get the session and what `prepare` makes of it; where it makes
 * nothing of it, there is nothing to test. The titles say under which condition they are run.
 */
export function checks<Given extends object>(
  prepare: (session: CheckedSession) => MaybePromise<Given | null | undefined>,
  condition?: string,
): (tests: Tests<Given>) => readonly Check[] {
  return (tests) =>
    Object.entries(tests).map(([title, test]) => {
      const [needs, run] = typeof test === 'function' ? [[], test] : test
      return {
        title: condition === undefined ? title : `${title}, ${condition}`,
        needs,
        run: async (session) => {
          const given = await prepare(session)
          if (given) await run({ ...session, ...given })
        },
      }
    })
}

/** Defines tests that need nothing but the session. */
export const check = checks(() => ({}))
