import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { faultsIn, groupsOf, runSuite, type Suite } from '../../support/suite-run.js'
import { openScene } from '../load/scene.js'
import type { Watched } from '../load/watch.js'

/** Hundreds of requests at the same moment may be handled in one turn of the event loop. */
const AT_ONCE = 'bursts'

/** Every bad input and every case against one process: none may end it or hold it up. */
export async function runCorpus(): Promise<0 | 1> {
  const bars = new Bars()
  const scene = await openScene()
  try {
    await scene.watched()
    const { host } = scene
    let passed = 0
    const faults: string[] = []
    const run = async (suite: Suite, groups: readonly string[] | null = null): Promise<Watched> => {
      const { results } = await runSuite(host, suite, groups)
      passed += results.filter(({ ok }) => ok).length
      faults.push(...faultsIn(results))
      return scene.watched()
    }
    const together = await run('cases', [AT_ONCE])
    const others = groupsOf('cases').filter((group) => group !== AT_ONCE)
    const alone = [await run('cases', others), await run('senders'), await run('bad-inputs')]
    const stall = Math.max(...alone.map((watched) => watched.stall))
    const statuses = new Set([together, ...alone].flatMap(({ byStatus }) => Object.keys(byStatus)))
    const ofAlone = alone.flatMap(({ byStatus }) => Object.keys(byStatus))
    // Among the bursts is a sender that leaves while it waits, whose answer nobody gets.
    const ofBursts = Object.keys(together.byStatus).filter((status) => status !== '503')
    const broken = [...new Set([...ofAlone, ...ofBursts])].filter((status) =>
      /^5(?!01)/.test(status),
    )
    for (const fault of faults) console.log(fault)
    bars.atLeast('requests and checks that passed', passed, 1_000)
    bars.atMost('those that failed', faults.length, 0)
    bars.note('answers by status', [...statuses].join(', '))
    bars.atMost('kinds of answers above 500, but 501', broken.length, 0)
    bars.note('longest pause of the event loop in bursts', `${together.stall.toFixed(0)} ms`)
    bars.atMost('longest pause of the event loop', stall, 100, ' ms')
    bars.atMost('ends of the process', host.child.exitCode === null ? 0 : 1, 0)
  } finally {
    await scene.end()
  }
  return bars.end()
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await runCorpus())
