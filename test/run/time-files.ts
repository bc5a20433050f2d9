import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { env } from 'node:process'
import { crashesBeside } from './crashes.js'
import { FOLDER } from './folder.js'

// Loaded by each worker, which runs one file after another: a file has taken the time since the one before.
let since = performance.now()

// Between two files mocha does not catch errors: the worker would just end.
process.once('exit', (code) => {
  const { TEST_TIMES: times } = env
  if (code !== 0 && times !== undefined) appendFileSync(crashesBeside(times), `${code}\n`)
})

/** Found by mocha. */
export const mochaHooks = {
  afterAll(this: Mocha.Context): void {
    const file = this.test?.parent?.suites[0]?.file
    const { TEST_TIMES: times } = env
    const now = performance.now()
    if (file !== undefined && times !== undefined) {
      appendFileSync(times, `${relative(FOLDER, file)} ${((now - since) / 1000).toFixed(2)}\n`)
    }
    since = now
  },
}
