import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'

// Runs from dist/lib/console; the sources lie beside it in the repository, not in the package.
const web = fileURLToPath(new URL('../../../lib/console/web/', import.meta.url))
const out = fileURLToPath(new URL('.', import.meta.url))

const shared: BuildOptions = {
  bundle: true,
  minify: true,
  logLevel: 'warning',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  legalComments: 'none',
}

await rm(`${out}assets`, { recursive: true, force: true })
await Promise.all([
  build({
    ...shared,
    entryPoints: [`${web}console.tsx`, `${web}theme.ts`],
    entryNames: '[name].[hash]',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: `${out}assets`,
  }),
  build({
    ...shared,
    entryPoints: [`${web}design/design.css`],
    outfile: `${out}design.css`,
  }),
])
