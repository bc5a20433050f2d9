import { optionOrHelp, runCommand } from './command.js'
import { EnvironmentFault, readEnvironment } from './environment.js'
import { createLog } from './log.js'
import { importStore, type TableCount } from './store/postgres/index.js'

const HELP = `npm run import -- --from ./data

Copies a chat from JSON files (DATA_DIR) into PostgreSQL (DATABASE_URL). Stop the host first. An import
that was interrupted continues when it is repeated; one that was completed is left as it is.

  --from DIRECTORY  the directory of the JSON files
`

async function main(): Promise<number> {
  const from = optionOrHelp('from', HELP)
  if (typeof from === 'number') return from
  const { databaseUrl: url, logLevel } = await readEnvironment(process.env)
  if (url === null)
    throw new EnvironmentFault('DATABASE_URL: set it to the database to import into')
  const log = createLog(logLevel, (line) => process.stderr.write(line))
  const onProgress = createProgress()
  const { completedBefore, counts } = await importStore({ from, url, log, onProgress })
  if (completedBefore) {
    console.log(`Imported before, on ${completedBefore.toISOString()}: nothing was changed`)
    return 0
  }
  console.log(tableOf(counts))
  const isComplete = counts.every(({ expected, found }) => expected === found)
  console.log(
    isComplete ? 'The import is complete' : 'The import is not complete: these numbers differ',
  )
  return isComplete ? 0 : 1
}

const BAR = 30

/** On a terminal a bar for each table, elsewhere a line for each tenth. */
function createProgress() {
  const { stdout } = process
  let lastLine = ''
  return (table: string, done: number, total: number): void => {
    const part = total === 0 ? 1 : done / total
    if (stdout.isTTY) {
      const filled = Math.round(part * BAR)
      const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}`
      stdout.write(`\r${table.padEnd(26)} ${bar} ${done} of ${total}${done === total ? '\n' : ''}`)
      return
    }
    const line = `${table}: ${Math.floor(part * 10) * 10} %`
    if (line !== lastLine) stdout.write(`${line} (${done} of ${total})\n`)
    lastLine = line
  }
}

function tableOf(counts: readonly TableCount[]): string {
  return counts
    .map(({ table, expected, found }) => {
      const isSame = expected === found
      const difference = isSame ? '' : `, but the files have ${expected}`
      return `${table.padEnd(26)} ${found} rows${difference}`
    })
    .join('\n')
}

await runCommand(main, 'Stop the host, then import again')
