import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'
import { NOTHING_RAN, skippedLine } from '../support/skipped.js'
import { install, nodeIn, type ToolName } from './tools.js'

// Runs the built tests with other versions of Node. Those of browsers, compilers and the sources are
// left out, because they test nothing that depends on the version; `TEST_AREAS=http,store` chooses.

const NODES = ['node 20', 'node 22', 'node 24', 'node 26'] as const satisfies ToolName[]
const AREAS = (
  process.env['TEST_AREAS'] ??
  'adapters,auth,blackbox,buttons,conformance,console,example-host,formats,host,hosts,http,' +
    'manage,model,openapi,over-sql,pipeline,properties,render,rules,store,text'
).split(',')
const MOCHA = join(ROOT, 'node_modules/mocha/bin/mocha.js')

const wanted = process.argv.slice(2)
const rows: string[] = []
let ran = 0
const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
try {
  for (const name of NODES) {
    if (wanted.length > 0 && !wanted.some((word) => name.endsWith(word))) continue
    rows.push(await rowOf(name))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`\n${rows.join('\n')}`)
if (ran === 0) process.exitCode = NOTHING_RAN

async function rowOf(name: (typeof NODES)[number]): Promise<string> {
  let node: string
  try {
    node = nodeIn(await install(folder, name))
  } catch (error) {
    // A registry does not have every version for every machine.
    return skippedLine(name, error instanceof Error ? error.message : String(error))
  }
  ran += 1
  return `${name.padEnd(8)} ${await resultOf(node)}`
}

async function resultOf(node: string): Promise<string> {
  const files = AREAS.map((area) => `dist/test/${area}/**/*.test.js`)
  const child = spawn(node, [MOCHA, '--parallel', '--jobs', '2', '--reporter', 'dot', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${join(node, '..')}:${process.env['PATH'] ?? ''}` },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  await once(child, 'close')
  const counted = /(\d+ passing)[^]*?(?:(\d+ failing)|$)/.exec(output)
  if (child.exitCode !== 0 || !counted) process.exitCode = 1
  return [counted?.[1] ?? 'no result', counted?.[2]].filter(Boolean).join(', ')
}
