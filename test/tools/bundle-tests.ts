import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../support/root.js'

// The code of the pages is bundled, not compiled; so are the tests that import it.
const FOLDER = 'test/ui/console'

// What was bundled of a test that is gone would go on being run.
rmSync(join(ROOT, 'dist', FOLDER), { recursive: true, force: true })
await build({
  absWorkingDir: ROOT,
  entryPoints: readdirSync(join(ROOT, FOLDER))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${FOLDER}/${file}`),
  outdir: join(ROOT, 'dist', FOLDER),
  bundle: true,
  external: ['chai'],
  format: 'esm',
  platform: 'node',
  sourcemap: true,
  logLevel: 'warning',
})
