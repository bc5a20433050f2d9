import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ROOT } from '../support/root.js'

const run = promisify(execFile)
const LOCK = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), link: z.boolean().optional() }),
  ),
})

/** The sources of a version, compiled. */
export interface Checkout {
  readonly folder: string
  close(): Promise<void>
}

/** `ref` is a commit of this repository, or a folder with sources that are compiled already. */
export async function openCheckout(ref: string): Promise<Checkout> {
  if (existsSync(join(ref, 'dist'))) return { folder: ref, close: () => Promise.resolve() }
  const folder = await mkdtemp(join(tmpdir(), 'version-'))
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'sources.tar')
    await run('git', ['archive', '--output', archive, ref], { cwd: ROOT })
    await run('tar', ['-xf', archive, '-C', folder])
    if (await hasSamePackages(folder)) await linkPackages(folder)
    else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    await compile(folder)
    return { folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Older sources cannot be compiled without their declarations, which take ten times as long. */
async function compile(folder: string): Promise<void> {
  const isEmitted = existsSync(join(folder, EMIT))
  const [command, ...args] = isEmitted ? [execPath, EMIT] : ['npm', 'run', 'build']
  await run(command, args, { cwd: folder })
}

/** Whether all that it installs is here too, in a version that does not break what uses it. */
async function hasSamePackages(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([packagesOf(folder), packagesOf(ROOT)])
  return [...theirs].every(([path, version]) => ours.get(path) === version)
}

/** The first number of a version that is not 0, and those before it, by the path of the package. */
async function packagesOf(folder: string): Promise<ReadonlyMap<string, string | undefined>> {
  const { packages } = LOCK.parse(JSON.parse(await readFile(join(folder, LOCK_FILE), 'utf8')))
  return new Map(
    Object.entries(packages)
      .filter(([path, { link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && link !== true)
      .map(([path, { version = '' }]) => [path, /^(0\.)*[1-9]\d*/.exec(version)?.[0]]),
  )
}

const LOCK_FILE = 'package-lock.json'
const EMIT = 'build/emit.mjs'

/** Links to the packages here; those of its own workspaces are its own. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [ROOT, folder].map((each) => join(each, 'node_modules'))
  if (from === undefined || to === undefined) return
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name)
    await symlink(entry.isSymbolicLink() ? await readlink(path) : path, join(to, entry.name))
  }
}
