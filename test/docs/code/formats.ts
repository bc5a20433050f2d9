import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const FORMATS: ShownCode = {
  document: 'docs/formats.md',
  blocks: blocksOf(page('formats.md'), 'ts'),
  count: 2,
  preamble: `
import { createHooks } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import type { Format } from 'express-incoming-webhooks/formats'
declare const adapters: Adapters
declare const buildServer: Format
`,
}
