import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const FORMATS: ShownCode = {
  document: 'docs/formats.md',
  blocks: blocksOf(page('formats.md'), 'ts'),
  count: 2,
  preamble: '',
}
