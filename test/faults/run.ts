import { execFileSync, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { argv, exit, getuid } from 'node:process'
import { fileURLToPath } from 'node:url'
import { holdDist } from '../support/hold-dist.js'
import { HAS_NGINX } from '../support/nginx.js'
import { NOTHING_RAN, skippedLine } from '../support/skipped.js'
import { alertmanagerProgram } from './incidents/alertmanager-program.js'
import { faketimeLibrary } from './machine/clock.js'

interface Suite {
  readonly name: string
  readonly file: string
  readonly env?: Readonly<Record<string, string>>
  /** What it takes from the machine besides Node. */
  readonly needs?: readonly Tool[]
  /** What follows its name on the command line. Without it, it is skipped. */
  readonly takes?: string
}

type Tool = 'strace' | 'libfaketime' | 'mount' | 'prlimit' | 'root' | 'nginx' | 'alertmanager'

const SUITES: readonly Suite[] = [
  { name: 'power cuts', file: '../store/power/cut-power.js', env: { POWER_CUTS: '100000' } },
  { name: 'order of system calls', file: 'machine/syscalls.js', needs: ['strace'] },
  {
    name: 'disks that fail',
    file: 'machine/disk.js',
    needs: ['strace', 'mount', 'prlimit', 'root'],
  },
  { name: 'starts and stops', file: 'machine/starts.js', needs: ['mount', 'root'] },
  { name: 'the clock an hour back', file: 'machine/clock.js', needs: ['libfaketime'] },
  { name: 'bad inputs', file: 'machine/corpus.js' },
  { name: '100,000 posts', file: 'machine/size.js' },
  { name: 'formats: a million changed requests', file: 'formats/run.js' },
  { name: 'messages for other chats, changed', file: '../pipeline/drift/run.js' },
  { name: 'large posts and little memory', file: 'machine/large.js' },
  { name: 'kill -9, 200 rounds', file: 'kill-loop.js', env: { KILL_ROUNDS: '200' } },
  { name: 'requests with keys, repeated', file: 'machine/repeats.js' },
  { name: 'cost of messages', file: 'load/cost.js' },
  { name: 'cost of what is shown', file: 'load/shown.js' },
  { name: 'cost of what the chat page shows', file: '../browser/cost.js' },
  { name: 'overload', file: 'load/overload.js' },
  { name: 'bursts over many webhooks', file: 'load/bursts.js' },
  { name: 'slow, huge and compressed requests', file: 'load/slow.js' },
  { name: 'sign-ins among hooks', file: 'load/sign-ins.js' },
  { name: 'adapters that hang', file: 'load/hung.js' },
  {
    name: 'nodes: all black-box suites',
    file: '../blackbox/two-nodes.test.js',
    env: { ALL_GROUPS: '1' },
  },
  { name: 'nodes: the database restarts', file: 'postgres/restarts.js' },
  {
    name: 'nodes: rolling restarts behind nginx',
    file: 'postgres/rolling.js',
    needs: ['nginx'],
  },
  {
    name: 'nodes: clocks a minute apart',
    file: 'postgres/clocks.js',
    needs: ['libfaketime'],
  },
  { name: 'nodes: one post for each incident', file: 'incidents/run.js' },
  {
    name: 'Alertmanager, whose groups change all the time',
    file: 'incidents/alertmanager.js',
    needs: ['alertmanager'],
  },
  { name: 'failover of the database', file: 'postgres/failover.js' },
  { name: 'beside an earlier version', file: 'formats/beside.js', takes: 'COMMIT' },
  { name: 'versions side by side', file: 'versions/run.js', takes: 'COMMIT [STORE]' },
]

const ALLOW_MISSING = '--allow-missing'
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')

const INSTALL: Readonly<Record<Tool, string>> = {
  strace: 'apt-get install strace',
  libfaketime: 'apt-get install faketime',
  mount: 'apt-get install mount',
  prlimit: 'apt-get install util-linux',
  nginx: 'apt-get install nginx-light openssl',
  alertmanager: 'apt-get install prometheus-alertmanager',
  root: 'run it as root, in a container say',
}

/**
 * Runs all of them, or those whose names hold a word that is given; other words are for what takes
 * some. What cannot run for a missing tool is named, and counts as failed, or as skipped if
 * `--allow-missing` is given.
 */
async function main(words: readonly string[]): Promise<number> {
  const allowMissing = words.includes(ALLOW_MISSING)
  const wanted = words.filter((word) => SUITES.some(({ name }) => name.includes(word)))
  const others = words.filter((word) => word !== ALLOW_MISSING && !wanted.includes(word))
  const chosen = SUITES.filter(({ name }) => wanted.some((word) => name.includes(word)))
  if (others.length > 0 && !chosen.some(({ takes }) => takes)) {
    for (const word of others) console.log(`no suite has "${word}" in its name`)
    return 1
  }
  const results = { held: 0, failed: 0, skipped: 0 }
  for (const suite of wanted.length === 0 ? SUITES : chosen) {
    console.log(`
${suite.name}`)
    const missing = (suite.needs ?? []).filter((tool) => !isThere(tool))
    if (missing.length > 0) {
      const reason = missing.map((tool) => `${tool} is missing (${INSTALL[tool]})`).join(', ')
      console.log(allowMissing ? skippedLine(suite.name, reason) : reason)
      results[allowMissing ? 'skipped' : 'failed'] += 1
    } else if (suite.takes && others.length === 0) {
      const [word = ''] = suite.name.split(' ')
      console.log(skippedLine(suite.name, `npm run faults ${word} -- ${suite.takes}`))
      results[chosen.length > 0 ? 'failed' : 'skipped'] += 1
    } else results[(await run(suite, others)) === 0 ? 'held' : 'failed'] += 1
  }
  const { held, failed, skipped } = results
  console.log(`\n${held} held, ${failed} did not, ${skipped} skipped`)
  if (failed > 0) return 1
  return held === 0 ? NOTHING_RAN : 0
}

function isThere(tool: Tool): boolean {
  if (process.platform !== 'linux') return false
  if (tool === 'root') return getuid?.() === 0
  if (tool === 'nginx') return HAS_NGINX
  if (tool === 'alertmanager') return alertmanagerProgram() !== undefined
  if (tool === 'libfaketime') return faketimeLibrary() !== undefined
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function run({ file, env, takes }: Suite, words: readonly string[]): Promise<number> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const runner = file.endsWith('.test.js') ? [MOCHA] : []
  const child = spawn(process.execPath, [...runner, path, ...(takes ? words : [])], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve(code ?? 1)
    })
  })
}

holdDist()
exit(await main(argv.slice(2)))
