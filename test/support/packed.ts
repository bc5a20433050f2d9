import { execFile } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { declarations } from './declarations.js'
import { ROOT } from './root.js'
import { until } from './until.js'

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
  /** Holds its files. */
  readonly folder: string
  /** The paths of its files. */
  readonly paths: readonly string[]
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest
}

let packed: Promise<Packed> | undefined

/** What has been built, packed once in a run of tests. */
export function pack(): Promise<Packed> {
  return (packed ??= packOnce())
}

async function packOnce(): Promise<Packed> {
  await declarations()
  const folder = env['TEST_PACKED'] ?? (await ownFolder())
  const unpacked = join(folder, 'unpacked')
  if (await isFirstToMake(folder)) await packInto(folder, unpacked)
  else await until('the package, which another file packs', () => existsSync(unpacked))
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const entries = await readdir(unpacked, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  return { tarball: join(folder, name), folder: unpacked, paths }
}

/** For a file of tests that runs alone. */
async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return join(folder, 'package')
}

async function isFirstToMake(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: unknown) => {
      if (Reflect.get(Object(error), 'code') === 'EEXIST') return false
      throw error
    },
  )
}

async function packInto(folder: string, unpacked: string): Promise<void> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: ROOT,
    shell: process.platform === 'win32',
  })
  const [{ filename = '' } = {}] = JSON.parse(stdout) as readonly { readonly filename?: string }[]
  const unfinished = join(folder, 'unfinished')
  for (const [path, bytes] of untar(gunzipSync(await readFile(join(folder, filename))))) {
    await mkdir(dirname(join(unfinished, path)), { recursive: true })
    await writeFile(join(unfinished, path), bytes)
  }
  await rename(unfinished, unpacked)
}

/** An empty project that has the package installed, and of other packages those named. */
export async function project(
  { folder: unpacked, paths }: Packed,
  type: 'module' | 'commonjs',
  packages: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'project', type }))
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'express-incoming-webhooks')
  for (const path of new Set(paths.map(dirname))) mkdirSync(join(own, path), { recursive: true })
  for (const path of paths) linkSync(join(unpacked, path), join(own, path))
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
