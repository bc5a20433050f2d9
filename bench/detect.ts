import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allFormats } from 'express-incoming-webhooks/formats'
import { ROOT } from '../test/support/root.js'

const EXAMPLES = join(ROOT, 'node_modules/@octokit/webhooks-examples/api.github.com/index.json')
const TIMES = 50_000
/** What the slowest of a hundred may take, in milliseconds. */
const ALLOWED = 0.1

/** What it costs to ask all formats whether the largest example of GitHub is theirs. */
export function measureDetection(): void {
  const value = largest()
  const text = JSON.stringify(value)
  console.log(`a body of ${Math.round(text.length / 1024)} KiB, ms (allowed: ${ALLOWED})`)
  const body = { kind: 'json', value, text } as const
  const ways = { 'by its header': { 'x-github-event': 'pull_request' }, 'by its members': {} }
  for (const [way, headers] of Object.entries(ways)) {
    const request = { headers, query: {}, body }
    const times = Array.from({ length: TIMES }, () => {
      const start = performance.now()
      for (const format of allFormats) format.detect?.(request)
      return performance.now() - start
    }).sort((a, b) => a - b)
    const slowest = times[Math.floor(TIMES * 0.99)] ?? 0
    const tooSlow = slowest > ALLOWED ? '  TOO SLOW' : ''
    console.log(`${way.padEnd(16)} p99 ${slowest.toFixed(4)}${tooSlow}`)
  }
}

function largest(): unknown {
  const events = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as { examples: unknown[] }[]
  const all = events.flatMap(({ examples }) => examples)
  const lengths = all.map((example) => JSON.stringify(example).length)
  return all[lengths.indexOf(Math.max(...lengths))]
}
