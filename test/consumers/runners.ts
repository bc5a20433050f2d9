import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../support/packed.js'
import { inProject, type ModuleType, node, writeSuite } from './project.js'

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
    const printed = await node(folder, args)
    if (!passed.test(printed)) throw new Error(`no test passed:\n${printed.slice(-500)}`)
  })
}
