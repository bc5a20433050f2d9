import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { type Packed, project, readManifest } from '../support/packed.js'
import { ROOT } from '../support/root.js'

export type ModuleType = 'module' | 'commonjs'

const SECONDS = 1000
/** What `app.ts` prints where everything works, beside the HTML. */
const WORKS = {
  suites: 1,
  formats: true,
  openapi: '3.1.1',
  tables: true,
  settings: 'INFO',
  hook: 'ok',
  posts: 'Hello',
  signIn: 200,
  script: true,
  refused: 400,
  markdown: '**a**',
}
const WITHOUT_MARKDOWN_IT = 'renderHtml needs the package markdown-it: npm install markdown-it'
/** With markdown-it. */
export const HTML = '<p><strong>a</strong></p>'
const TYPES = ['@types/express', '@types/node']

/** Runs a step in an empty project that has the package, Express and their types installed. */
export async function inProject<T>(
  packed: Packed,
  type: ModuleType,
  step: (folder: string) => Promise<T>,
): Promise<T> {
  const { dependencies } = await readManifest()
  const folder = await project(packed, type, [...Object.keys(dependencies), 'express', ...TYPES])
  try {
    return await step(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes packages of another folder importable in a project. */
export async function link(
  folder: string,
  from: string,
  packages: readonly string[],
): Promise<void> {
  for (const name of packages) {
    const path = join(folder, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(from, 'node_modules', name), path, 'junction')
  }
}

interface NodeOptions {
  /** Default: the Node that runs this. */
  readonly executable?: string
  /** Set beside the variables of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs Node in a project and returns what it printed. Rejects with the output if it fails. */
export async function node(
  folder: string,
  args: readonly string[],
  { executable = process.execPath, env = {} }: NodeOptions = {},
): Promise<string> {
  const { NODE_OPTIONS: _options, NODE_PATH: _path, ...own } = process.env
  const options = {
    cwd: folder,
    env: { ...own, ...env },
    timeout: 120 * SECONDS,
    maxBuffer: 100_000_000,
  }
  try {
    return (await promisify(execFile)(executable, args, options)).stdout
  } catch (error) {
    const { stdout, stderr } = Object(error) as { stdout?: string; stderr?: string }
    throw new Error(`${stdout ?? ''}\n${stderr ?? ''}`.trim() || String(error), { cause: error })
  }
}

/** Runs the compiled or bundled program; rejects if it prints anything but that all works. */
export async function runApp(
  folder: string,
  file: string,
  { html = WITHOUT_MARKDOWN_IT, ...options }: { html?: string; executable?: string } = {},
): Promise<void> {
  const printed = await node(folder, [file], options)
  if (printed.trim() !== JSON.stringify({ ...WORKS, html })) {
    throw new Error(`it printed ${printed.trim()}`)
  }
}

/** Writes the program into a project of the type, as JavaScript. */
export async function writeApp(folder: string, type: ModuleType): Promise<void> {
  await writeModule(folder, type, 'test/consumers/app.ts', 'app.js')
}

/** Where a project has the conformance suite over the memory adapters. */
export const SUITE = 'conformance/memory.test.js'
const SUITE_FILES = [
  'support/memory-diagnostics',
  'support/memory-session',
  'conformance/memory.test',
]

export async function writeSuite(folder: string, type: ModuleType): Promise<void> {
  for (const name of SUITE_FILES) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeModule(folder, type, `test/${name}.ts`, `${name}.js`)
  }
}

async function writeModule(
  folder: string,
  type: ModuleType,
  source: string,
  name: string,
): Promise<void> {
  const { code } = await transform(await readFile(join(ROOT, source), 'utf8'), {
    loader: 'ts',
    target: 'node20',
    format: type === 'module' ? 'esm' : 'cjs',
  })
  await writeFile(join(folder, name), code)
}
