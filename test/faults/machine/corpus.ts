import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { expectedFailures, runSuite, type Suite, verdict } from '../../support/suite-run.js'
import { openScene } from '../load/scene.js'

const SUITES: readonly Suite[] = ['cases', 'senders', 'bad-inputs']

/** Every bad input and every case against one process: none may end it or hold it up. */
export async function runCorpus(): Promise<0 | 1> {
  const bars = new Bars()
  const scene = await openScene()
  try {
    await scene.watched()
    const { host } = scene
    let passed = 0
    const faults: string[] = []
    for (const suite of SUITES) {
      const { results } = await runSuite(host, suite)
      passed += results.filter(({ ok }) => ok).length
      faults.push(...verdict(results, expectedFailures()))
    }
    const { byStatus, stall } = await scene.watched()
    const broken = Object.keys(byStatus).filter((status) => /^5/.test(status) && status !== '501')
    for (const fault of faults) console.log(fault)
    bars.atLeast('requests and checks that passed', passed, 1_000)
    bars.atMost('those that failed, and were not expected to', faults.length, 0)
    bars.note('answers by status', Object.keys(byStatus).join(', '))
    bars.atMost('kinds of answers above 500, but 501', broken.length, 0)
    bars.atMost('longest pause of the event loop', stall, 100, ' ms')
    bars.atMost('ends of the process', host.child.exitCode === null ? 0 : 1, 0)
  } finally {
    await scene.end()
  }
  return bars.end()
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await runCorpus())
