import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const NODE_PACKAGE = `node-${process.platform}-${process.arch}`

/** What the matrix installs from the npm registry, each set in a folder of its own. */
export const TOOLS = {
  'typescript 5.4': { typescript: '5.4.5' },
  'typescript 5.8': { typescript: '5.8.3' },
  'typescript 5.9': { typescript: '5.9.3' },
  'typescript 6.0': { typescript: '6.0.3' },
  jest: { jest: '30.5.2' },
  vitest: { vitest: '3.2.4' },
  mocha: { mocha: '12.0.3' },
  webpack: { webpack: '5.112.2' },
  nest: {
    '@nestjs/common': '11.2.10',
    '@nestjs/core': '11.2.10',
    '@nestjs/platform-express': '11.2.10',
    'reflect-metadata': '0.2.2',
    rxjs: '7.8.2',
  },
  next: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  prisma: { '@prisma/client': '7.10.0', '@prisma/adapter-pg': '7.10.1' },
  sqlite3: { sqlite3: '6.0.1' },
  'better-sqlite3': { 'better-sqlite3': '12.11.1' },
  'node 20': { [NODE_PACKAGE]: '20.19.5' },
  'node 22': { [NODE_PACKAGE]: '22.23.3' },
  'node 24': { [NODE_PACKAGE]: '24.9.0' },
  'node 26': { [NODE_PACKAGE]: '26.10.0' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type ToolName = keyof typeof TOOLS

/** Those that are compiled, or downloaded from elsewhere, when they are installed. */
const WITH_SCRIPTS: ReadonlySet<ToolName> = new Set(['sqlite3', 'better-sqlite3'])

/** Installs a set of tools below a folder and returns where. Rejects with the reason of npm. */
export async function install(root: string, name: ToolName): Promise<string> {
  const folder = join(root, name.replaceAll(' ', '-'))
  await mkdir(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: TOOLS[name] }),
  )
  const scripts = WITH_SCRIPTS.has(name) ? [] : ['--ignore-scripts']
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...scripts]
  await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' })
  return folder
}

/** The Node of a set of tools. */
export function nodeIn(folder: string): string {
  return join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node')
}
