import type * as Highlighter from '../highlight/highlight.js'
import { addressBelow, highlighterPath } from './root.js'

let loading: Promise<typeof Highlighter> | null = null
let failures = 0

/** The script that gives code its colours, which the page starts without. After a failure, the next call tries again. */
export function loadHighlighter(): Promise<typeof Highlighter> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    failures += 1
    throw error
  })
  return loading
}

async function load(): Promise<typeof Highlighter> {
  const address = addressBelow(highlighterPath)
  // Some browsers load an address that failed only once; with another fragment it is another one.
  if (failures > 0) address.hash = String(failures)
  const script: unknown = await import(address.href)
  if (isHighlighter(script)) return script
  throw new TypeError('another script')
}

function isHighlighter(script: unknown): script is typeof Highlighter {
  return typeof script === 'object' && script !== null && 'highlight' in script
}
