import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack, type Packed } from '../support/packed.js'
import { bundleAndRun, withEsbuild, withWebpack } from './bundles.js'
import { COMPILER_MODES, compileAndRun } from './compilers.js'
import { runInNest } from './nest.js'
import { runInNext } from './next.js'
import { inProject, type ModuleType, runApp, SUITE, writeApp } from './project.js'
import { runSuite, runSuiteInVitest } from './runners.js'
import { install, nodeIn, TOOLS, type ToolName } from './tools.js'

interface Cell {
  readonly row: string
  readonly column: string
  /** What has to be installed for it. */
  readonly tool: ToolName | null
  /** Gets the folder of the tool. */
  readonly check: (folder: string) => Promise<void>
}

/** Characters; test runners print a lot. */
const LONGEST_REASON = 2000

const FORMATS: readonly (readonly [type: ModuleType, column: string])[] = [
  ['module', 'ES module'],
  ['commonjs', 'CommonJS'],
]

/**
 * Checks the packed package with the tools of its users, and prints one line per combination. Words
 * select rows; without any, all run.
 */
async function main(words: readonly string[]): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'consumers-'))
  const packed = await pack()
  try {
    const folders = new Map<string, Promise<string>>()
    let failed = 0
    const cells = cellsOf(packed).filter(
      ({ row }) => words.length === 0 || words.some((word) => row.includes(word)),
    )
    for (const { row, column, tool, check } of cells) {
      const reason = await installed(tool)
        .then(check)
        .then(() => null, String)
      console.log(`${row.padEnd(16)}${column.padEnd(22)}${reason === null ? 'ok' : 'failed'}`)
      if (reason === null) continue
      failed += 1
      console.log(reason.slice(-LONGEST_REASON).replace(/^/gm, '    '))
    }
    console.log(failed === 0 ? 'everything works' : `${failed} failed`)
    return failed === 0 ? 0 : 1

    function installed(tool: ToolName | null): Promise<string> {
      if (tool === null) return Promise.resolve('')
      const folder = folders.get(tool) ?? install(root, tool)
      folders.set(tool, folder)
      return folder
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

function cellsOf(packed: Packed): readonly Cell[] {
  return [...compilers(packed), ...runners(packed), ...bundlers(packed), ...hosts(packed)]
}

function compilers(packed: Packed): readonly Cell[] {
  return toolsNamed('typescript').flatMap((tool) =>
    COMPILER_MODES.map((mode) => ({
      row: tool,
      column: mode.name,
      tool,
      check: (folder) => compileAndRun(packed, bin(folder, 'typescript'), mode),
    })),
  )
}

function runners(packed: Packed): readonly Cell[] {
  return [
    ...FORMATS.map(([type, column]): Cell => ({
      row: 'node:test',
      column,
      tool: null,
      check: () => runSuite(packed, type, ['--test', SUITE], /^# pass [1-9]/m),
    })),
    ...FORMATS.map(([type, column]): Cell => ({
      row: 'mocha',
      column,
      tool: 'mocha',
      check: (folder) =>
        runSuite(packed, type, [bin(folder, 'mocha/bin/mocha.js'), SUITE], /[1-9]\d* passing/),
    })),
    {
      row: 'jest',
      column: 'CommonJS, default',
      tool: 'jest',
      check: (folder) =>
        runSuite(
          packed,
          'commonjs',
          [bin(folder, 'jest/bin/jest.js'), '--ci', '--runInBand', '--json'],
          /"numPassedTests":[1-9]/,
        ),
    },
    {
      row: 'vitest',
      column: 'ES module',
      tool: 'vitest',
      check: (folder) => runSuiteInVitest(packed, folder),
    },
  ]
}

function bundlers(packed: Packed): readonly Cell[] {
  return FORMATS.flatMap(([type, column]): Cell[] => [
    {
      row: 'esbuild',
      column,
      tool: null,
      check: () => bundleAndRun(packed, type, withEsbuild),
    },
    {
      row: 'webpack',
      column,
      tool: 'webpack',
      check: (folder) => bundleAndRun(packed, type, withWebpack(bin(folder, 'webpack'))),
    },
  ])
}

function hosts(packed: Packed): readonly Cell[] {
  const nodes = toolsNamed('node').flatMap((tool) =>
    FORMATS.map(([type, column]): Cell => ({
      row: tool,
      column,
      tool,
      check: (folder) =>
        inProject(packed, type, async (project) => {
          await writeApp(project, type)
          await runApp(project, 'app.js', { executable: nodeIn(folder) })
        }),
    })),
  )
  return [
    ...nodes,
    {
      row: 'NestJS 11',
      column: 'app.use',
      tool: 'nest',
      check: (folder) => runInNest(packed, folder),
    },
    {
      row: 'Next.js 16',
      column: 'custom server',
      tool: 'next',
      check: (folder) => runInNext(packed, folder),
    },
  ]
}

function toolsNamed(start: string): readonly ToolName[] {
  return Object.keys(TOOLS).filter((name): name is ToolName => name.startsWith(`${start} `))
}

function bin(folder: string, path: string): string {
  return join(folder, 'node_modules', path)
}

process.exitCode = await main(process.argv.slice(2))
