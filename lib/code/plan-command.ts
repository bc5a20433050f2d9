import { changes, linesOf, summaryOf } from './plan.js'
import { prepare } from './prepare.js'
import { say, warn, withFile } from './options.js'

/** Says what `apply` would do. */
export function run(args: readonly string[]): Promise<number> {
  return withFile(args, async (options) => {
    const { steps } = await prepare({ ...options, warn })
    for (const line of steps.flatMap(linesOf)) say(line)
    say(summaryOf(steps, false))
    if (steps.some(changes)) return 2
    return steps.some((step) => 'entry' in step && step.entry.needsSecret) ? 1 : 0
  })
}
