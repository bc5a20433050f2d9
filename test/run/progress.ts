import Mocha from 'mocha'

/** How often a long run says that it goes on. */
const EVERY_MS = 30_000

const { EVENT_TEST_END, EVENT_TEST_FAIL } = Mocha.Runner.constants

/** Prints each failure when it comes, and now and then how many tests have passed. */
export class Progress extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const began = performance.now()
    let said = began
    const say = (): void => {
      const now = performance.now()
      if (now - said < EVERY_MS) return
      said = now
      console.log(`${this.stats.passes} passed in ${Math.round((now - began) / 1000)} s`)
    }
    runner.on(EVENT_TEST_END, say)
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      console.log(
        Mocha.reporters.Base.color('fail', `FAILED ${test.fullTitle()}: ${messageOf(error)}`),
      )
    })
  }
}

/** Errors of workers come as objects of no class. */
function messageOf(error: unknown): string {
  const message: unknown = error instanceof Object ? Reflect.get(error, 'message') : error
  return String(message).split('\n', 1)[0] ?? ''
}
