import { loadedOnce } from 'express-incoming-webhooks-ui/once'
import type * as Highlighter from '../highlight/highlight.js'
import { addressBelow, highlighterPath } from './root.js'

let attempts = 0

/** The script that gives code its colours, which the page starts without. */
export const loadHighlighter = loadedOnce(async (): Promise<typeof Highlighter> => {
  const address = addressBelow(highlighterPath)
  // Some browsers load an address that failed only once; with another fragment it is another one.
  if (attempts > 0) address.hash = String(attempts)
  attempts += 1
  const script: unknown = await import(address.href)
  if (isHighlighter(script)) return script
  throw new TypeError('another script')
})

function isHighlighter(script: unknown): script is typeof Highlighter {
  return typeof script === 'object' && script !== null && 'highlight' in script
}
