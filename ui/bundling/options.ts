import { readFile } from 'node:fs/promises'
import type { BuildOptions, Plugin } from 'esbuild'

/** Colours for browsers that do not know `light-dark()`; `tokens.css` says how. */
const LIGHT_DARK: Plugin = {
  name: 'light-dark',
  setup: (build) => {
    build.onLoad({ filter: /tokens\.css$/ }, async ({ path }) => ({
      loader: 'css',
      contents: (await readFile(path, 'utf8')).replaceAll(
        /light-dark\((.+), (.+)\);/g,
        'var(--light, $1) var(--dark, $2);',
      ),
    }))
  },
}

/** Bundler options of both front ends, without entry points and output folders. */
export const PAGE_OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  target: ['chrome111', 'firefox113', 'safari16.4'],
  plugins: [LIGHT_DARK],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
}
