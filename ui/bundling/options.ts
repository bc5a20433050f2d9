import type { BuildOptions } from 'esbuild'

/** How the pages of both front ends are bundled; the script that does it says what and where. */
export const PAGE_OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  target: ['chrome111', 'firefox113', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
}
