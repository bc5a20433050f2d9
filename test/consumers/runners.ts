import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../support/packed.js'
import { inProject, link, type ModuleType, node, SUITE, writeSuite } from './project.js'

/** Runs the conformance suite over the memory adapters; `args` start the runner. */
export async function runSuite(
  packed: Packed,
  type: ModuleType,
  args: readonly string[],
  passed: RegExp,
): Promise<void> {
  await inProject(packed, type, async (folder) => {
    await writeSuite(folder, type)
    // jest looks for a configuration, which may be empty.
    await writeFile(join(folder, 'jest.config.json'), '{}')
    await expectPassed(folder, args, passed)
  })
}

// Without globals, which is the default of vitest.
const IN_VITEST = `
import { describe, it } from 'vitest'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { openMemory } from '../support/memory-session.js'

describeAdapters('the memory adapters', openMemory, { runner: { describe, it } })
`

/** Runs the suite in vitest, installed in `tools`. */
export async function runSuiteInVitest(packed: Packed, tools: string): Promise<void> {
  await inProject(packed, 'module', async (folder) => {
    await link(folder, tools, ['vitest'])
    await writeSuite(folder, 'module')
    const vitest = [join(tools, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json']
    await expectRefused(folder, vitest)
    await writeFile(join(folder, SUITE), IN_VITEST)
    await expectPassed(folder, vitest, /"numPassedTests":[1-9]/)
  })
}

/** Without a runner the suite must not pass for a file without tests. */
async function expectRefused(folder: string, args: readonly string[]): Promise<void> {
  const printed = await node(folder, args).catch(String)
  if (!printed.includes("import them from 'vitest'")) throw new Error(`no advice:\n${printed}`)
}

async function expectPassed(
  folder: string,
  args: readonly string[],
  passed: RegExp,
): Promise<void> {
  const printed = await node(folder, args)
  if (!passed.test(printed)) throw new Error(`no test passed:\n${printed.slice(-500)}`)
}
