import { basename, relative, resolve } from 'node:path'
import {
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type StrykerOptions,
} from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import {
  determineHitLimitReached,
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type SuccessTestResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import Mocha from 'mocha'
import { SLOW_TESTS } from './folders.js'

declare global {
  // What the instrumented sources read and write.
  var __stryker__: InstrumenterContext | undefined
}

/** Options of this runner among those of Stryker, whose own `testFiles` skips static mutants. */
export interface MochaOptions {
  /** Sources of the tests. */
  readonly mochaFiles: readonly string[]
}

const NOT_SLOW = new RegExp(`^(?!.*(?:${SLOW_TESTS.source}))`)

/** Runs Mocha for Stryker, whose own runner does not support Mocha 12 on Node 20. */
class MochaRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options)
  readonly #mocha = new Mocha({ timeout: 0, reporter: Mocha.reporters.Base })
  readonly #context = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {})
  readonly #testFiles: readonly string[]
  #isLoaded = false

  constructor({ mochaFiles }: StrykerOptions) {
    if (!Array.isArray(mochaFiles)) throw new TypeError('mochaFiles is a list of test sources')
    this.#testFiles = mochaFiles.map(String)
  }

  capabilities(): TestRunnerCapabilities {
    // Node loads a module once per process.
    return { reloadEnvironment: false }
  }

  async init(): Promise<void> {
    await import('../support/seed.js')
    await import('./stop-at-first.js')
    this.#mocha.cleanReferencesAfterRun(false)
    const context = this.#context
    this.#mocha.suite.beforeEach(function () {
      if (this.currentTest) context.currentTestId = this.currentTest.fullTitle()
    })
  }

  async dryRun({ disableBail }: DryRunOptions): Promise<DryRunResult> {
    await this.#load(likeliestFirst(this.#testFiles, ''), disableBail)
    const tests = await this.#run(NOT_SLOW)
    const { mutantCoverage } = this.#context
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, disableBail, hitLimit, mutantActivation } = options
    const context = this.#context
    // Some mutants change what happens while a module is loaded, and need a process of their own.
    if (mutantActivation === 'static') context.activeMutant = activeMutant.id
    try {
      await this.#load(likeliestFirst(this.#testFiles, activeMutant.fileName), disableBail)
    } catch (error) {
      return { status: MutantRunStatus.Error, errorMessage: String(error) }
    }
    context.activeMutant = activeMutant.id
    context.hitCount = 0
    context.hitLimit = hitLimit ?? Number.POSITIVE_INFINITY
    const tests = await this.#run(testFilter ? exactly(testFilter) : NOT_SLOW)
    const timeout = determineHitLimitReached(context.hitCount, hitLimit)
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests })
  }

  async #load(testFiles: readonly string[], disableBail: boolean): Promise<void> {
    if (this.#isLoaded) return
    for (const file of testFiles) this.#mocha.addFile(builtFile(file))
    await this.#mocha.loadFilesAsync()
    this.#isLoaded = true
    if (!disableBail) bail(this.#mocha.suite)
  }

  #run(titles: RegExp): Promise<TestResult[]> {
    const results: TestResult[] = []
    return new Promise((done) => {
      const runner = this.#mocha.grep(titles).run(() => {
        done(results)
      })
      runner.on('pass', (test) => results.push({ ...about(test), status: TestStatus.Success }))
      runner.on('fail', (failed, { message }: Error) => {
        // A hook fails for the test that it is run for.
        const test = failed.ctx?.currentTest ?? failed
        results.push({ ...about(test), status: TestStatus.Failed, failureMessage: message })
      })
    })
  }
}

function bail(suite: Mocha.Suite): void {
  suite.bail(true)
  for (const inner of suite.suites) bail(inner)
}

/** The tests of the file itself first, and last those of random texts and of limits, which take longest. */
function likeliestFirst(testFiles: readonly string[], mutated: string): readonly string[] {
  const likeliest = `/${basename(mutated, '.ts')}.test.ts`
  const rank = (file: string): number =>
    file.endsWith(likeliest) ? 0 : /(?:-properties|\/amounts)\.test\.ts$/.test(file) ? 2 : 1
  return testFiles.toSorted((a, b) => rank(a) - rank(b))
}

function exactly(titles: readonly string[]): RegExp {
  return new RegExp(`^(?:${titles.map(escaped).join('|')})$`)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function about(test: Mocha.Runnable): Omit<SuccessTestResult, 'status'> {
  const title = test.fullTitle()
  const fileName = sourceFile(test.file)
  return { id: title, name: title, timeSpentMs: test.duration ?? 0, fileName }
}

function builtFile(source: string): string {
  return resolve('dist', source.replace(/\.ts$/, '.js'))
}

// Stryker compares the sources of tests to know which results of an earlier run still hold.
function sourceFile(built = ''): string {
  return resolve(relative('dist', built).replace(/\.js$/, '.ts'))
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'mocha', MochaRunner)]
export const strykerValidationSchema = {
  type: 'object',
  required: ['mochaFiles'],
  properties: { mochaFiles: { type: 'array', items: { type: 'string' } } },
}
