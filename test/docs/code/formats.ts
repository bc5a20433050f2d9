import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const FORMATS: ShownCode = {
  document: 'docs/formats.md',
  // The first is a module, test/docs/build-server.ts, which the others import.
  blocks: blocksOf(page('formats.md'), 'ts').slice(1),
  count: 2,
  preamble: '',
}
