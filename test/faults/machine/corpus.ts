import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { ROOT } from '../../support/root.js'
import { openScene } from '../load/scene.js'

const RUNNER = join(ROOT, 'test/blackbox/suite/run.mjs')

/** Every bad input and every case against one process: none may end it or hold it up. */
export async function runCorpus(): Promise<0 | 1> {
  const bars = new Bars()
  const scene = await openScene()
  try {
    await scene.watched()
    const { host } = scene
    const only = ['--only', 'cases,senders,bad-inputs']
    const admin = `admin:${host.adminPassword}`
    const output = await run([RUNNER, '--url', host.url, '--admin', admin, ...only])
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output) ?? []
    const { byStatus, stall } = await scene.watched()
    const broken = Object.keys(byStatus).filter((status) => /^5/.test(status) && status !== '501')
    bars.atLeast('requests and checks that passed', Number(passed ?? 0), 1_000)
    bars.atMost('those that failed', Number(failed ?? NaN), 0)
    bars.note('answers by status', Object.keys(byStatus).join(', '))
    bars.atMost('kinds of answers above 500, but 501', broken.length, 0)
    bars.atMost('longest pause of the event loop', stall, 100, ' ms')
    bars.atMost('ends of the process', host.child.exitCode === null ? 0 : 1, 0)
  } finally {
    await scene.end()
  }
  return bars.end()
}

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    child.once('close', () => {
      resolve(output)
    })
  })
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await runCorpus())
