import type { BuildOptions } from 'esbuild'

/** Bundler options of both front ends, without entry points and output folders. */
export const PAGE_OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  target: ['chrome111', 'firefox113', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
}
