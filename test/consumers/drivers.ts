import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { install, nodeIn, type ToolName } from './tools.js'
import { ROOT } from '../support/root.js'
import { NOTHING_RAN, skippedLine } from '../support/skipped.js'

interface Row {
  /** As in `test/recipes/drivers`. */
  readonly driver: string
  /** Whose versions are shown. */
  readonly packages: readonly string[]
  /** What is installed for it, because the repository does not have it. */
  readonly tools?: readonly ToolName[]
}

const ROWS: readonly Row[] = [
  { driver: 'pg', packages: ['pg'] },
  { driver: 'postgres.js', packages: ['postgres'] },
  { driver: 'TypeORM', packages: ['typeorm', 'pg'] },
  { driver: 'Drizzle on node-postgres', packages: ['drizzle-orm', 'pg'] },
  { driver: 'Drizzle on postgres.js', packages: ['drizzle-orm', 'postgres'] },
  { driver: 'Knex', packages: ['knex', 'pg'] },
  { driver: 'Prisma', packages: ['@prisma/client'], tools: ['prisma'] },
  { driver: 'better-sqlite3', packages: ['better-sqlite3'], tools: ['better-sqlite3'] },
  { driver: 'sqlite3', packages: ['sqlite3'], tools: ['sqlite3'] },
  { driver: 'node:sqlite', packages: [], tools: ['node 22'] },
  {
    driver: 'Knex on better-sqlite3',
    packages: ['knex', 'better-sqlite3'],
    tools: ['better-sqlite3'],
  },
  { driver: 'Knex on sqlite3', packages: ['knex', 'sqlite3'], tools: ['sqlite3'] },
  {
    driver: 'TypeORM on better-sqlite3',
    packages: ['typeorm', 'better-sqlite3'],
    tools: ['better-sqlite3'],
  },
]

interface Report {
  readonly stats: { readonly passes: number; readonly tests: number }
  readonly failures: readonly { readonly fullTitle: string; readonly err: { message?: string } }[]
}

/**
 * Runs the conformance suite and deliveries over HTTP on each driver, and prints a table. Words select
 * drivers. What cannot be installed here is skipped with the reason.
 */
async function main(words: readonly string[]): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'drivers-'))
  const folders = new Map<ToolName, Promise<string>>()
  let isAllSkipped = true
  try {
    for (const row of ROWS) {
      if (words.length > 0 && !words.some((word) => row.driver.includes(word))) continue
      const tools = row.tools ?? []
      let own: readonly string[]
      try {
        own = await Promise.all(tools.map(installed))
      } catch (error) {
        console.log(skippedLine(row.driver, String(error)))
        continue
      }
      isAllSkipped = false
      const result = resultOf(row, tools, own).catch((error: unknown) => {
        process.exitCode = 1
        return String(error)
      })
      console.log(row.driver.padEnd(28) + (await result))
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
  if (isAllSkipped) process.exitCode = NOTHING_RAN

  function installed(tool: ToolName): Promise<string> {
    const folder = folders.get(tool) ?? install(root, tool)
    folders.set(tool, folder)
    return folder
  }
}

async function resultOf(
  { driver, packages }: Row,
  tools: readonly ToolName[],
  folders: readonly string[],
): Promise<string> {
  const at = tools.findIndex((tool) => tool.startsWith('node '))
  const node = at === -1 ? process.execPath : nodeIn(folders[at] ?? '')
  const modules = folders.map((folder) => join(folder, 'node_modules'))
  const { stats, failures } = await reportOf(node, {
    ...process.env,
    DRIVER: driver,
    NODE_PATH: modules.join(delimiter),
  })
  if (failures.length > 0 || stats.passes === 0) process.exitCode = 1
  const versions = await Promise.all(
    packages.map((name) => versionOf(name, [...modules, join(ROOT, 'node_modules')])),
  )
  const first = `${versions.join(', ').padEnd(42)}${stats.passes} of ${stats.tests}`
  const reasons = failures.map(({ fullTitle, err }) => `\n    ${fullTitle}: ${err.message ?? ''}`)
  return first + reasons.join('')
}

function reportOf(node: string, env: NodeJS.ProcessEnv): Promise<Report> {
  const mocha = join(ROOT, 'node_modules/mocha/bin/mocha.js')
  const args = [mocha, '--reporter', 'json', 'dist/test/recipes/drivers/drivers.test.js']
  const options = { cwd: ROOT, env, maxBuffer: 100_000_000 }
  return new Promise((resolve, reject) => {
    // Its exit code is the number of failures, which the report has too.
    execFile(node, args, options, (_error, stdout, stderr) => {
      const start = stdout.indexOf('{\n')
      if (start === -1) reject(new Error(stderr.trim() || 'mocha printed no report'))
      else resolve(JSON.parse(stdout.slice(start)) as Report)
    })
  })
}

async function versionOf(name: string, modules: readonly string[]): Promise<string> {
  for (const folder of modules) {
    const text = await readFile(join(folder, name, 'package.json'), 'utf8').catch(() => null)
    if (text !== null) return `${name} ${(JSON.parse(text) as { version: string }).version}`
  }
  return name
}

await main(process.argv.slice(2))
