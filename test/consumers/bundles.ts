import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Packed } from '../support/packed.js'
import { inProject, type ModuleType, node, runApp, writeApp } from './project.js'

/** Bundles `app.js` of a project into `app.js` of another folder. */
type Bundle = (project: string, out: string, type: ModuleType) => Promise<void>

// Express is CommonJS and requires parts of Node, for which every bundle as an ES module needs this.
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/** Bundles the program and runs it where no package is installed. */
export async function bundleAndRun(
  packed: Packed,
  type: ModuleType,
  bundle: Bundle,
): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'bundle-'))
  try {
    await inProject(packed, type, async (project) => {
      await writeApp(project, type)
      await writeFile(join(out, 'package.json'), JSON.stringify({ type }))
      await bundle(project, out, type)
    })
    await runApp(out, 'app.js')
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

export const withEsbuild: Bundle = async (project, out, type) => {
  await build({
    absWorkingDir: project,
    entryPoints: ['app.js'],
    outfile: join(out, 'app.js'),
    bundle: true,
    platform: 'node',
    logLevel: 'error',
    format: type === 'module' ? 'esm' : 'cjs',
    ...(type === 'module' && { banner: { js: REQUIRE } }),
  })
}

/** With webpack from a folder of its own. */
export function withWebpack(webpack: string): Bundle {
  return async (project, out, type) => {
    const isModule = type === 'module'
    const config = {
      mode: 'production',
      target: 'node20',
      context: project,
      entry: './app.js',
      experiments: { outputModule: isModule },
      output: { path: out, filename: 'app.js', module: isModule },
    }
    const script = `
      require(${JSON.stringify(webpack)})(${JSON.stringify(config)}, (error, stats) => {
        if (!error && !stats.hasErrors()) return
        console.error(error ?? stats.toString('errors-only'))
        process.exitCode = 1
      })`
    await writeFile(join(project, 'bundle.cjs'), script)
    await node(project, ['bundle.cjs'])
  }
}
