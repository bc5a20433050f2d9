import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { ROOT } from './root.js'

const BLOCK = 512

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly main: string
  readonly types: string
  readonly typesVersions: unknown
  readonly dependencies: Readonly<Record<string, string>>
}

/** The package as the registry would get it. */
export interface Packed {
  readonly tarball: string
  /** Paths in the package, and what they hold. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly remove: () => Promise<void>
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest
}

/** Packs what has been built. */
export async function pack(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: ROOT,
    shell: process.platform === 'win32',
  })
  const [{ filename = '' } = {}] = JSON.parse(stdout) as readonly { readonly filename?: string }[]
  const tarball = join(folder, filename)
  const files = untar(gunzipSync(await readFile(tarball)))
  return { tarball, files, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** An empty project that has the package installed, and of other packages those named. */
export async function project(
  { files }: Packed,
  type: 'module' | 'commonjs',
  packages: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'project', type }))
  const modules = join(folder, 'node_modules')
  for (const [path, bytes] of files) {
    const file = join(modules, 'express-incoming-webhooks', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  for (const name of packages) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  }
  return folder
}

/** The files of a tar archive, without the folder that holds them all. */
function untar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const text = (from: number, length: number): string =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = parseInt(text(124, 12), 8)
    const path = [text(345, 155), text(0, 100)].filter((part) => part !== '').join('/')
    const body = at + BLOCK
    if (text(156, 1) === '0') {
      files.set(path.slice(path.indexOf('/') + 1), archive.subarray(body, body + size))
    }
    at = body + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
