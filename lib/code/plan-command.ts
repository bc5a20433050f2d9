import { say, withFile } from './options.js'
import { changes, linesOf, summaryOf } from './plan.js'
import { lacksSecret, prepare } from './prepare.js'

/** Says what `apply` would do. */
export function run(args: readonly string[]): Promise<number> {
  return withFile(args, async (options) => {
    const { steps } = await prepare(options)
    for (const line of steps.flatMap(linesOf)) say(line)
    say(summaryOf(steps, false))
    if (steps.some(changes)) return 2
    return steps.some(lacksSecret) ? 1 : 0
  })
}
