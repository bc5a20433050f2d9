import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebhookError } from 'express-incoming-webhooks'
import { ROOT } from '../test/support/root.js'
import { postsOfPayload, translatePayload } from '../test/support/translation.js'
import { alertmanagerAlert } from './bodies.js'

const HOSTILE_LENGTH = 300_000
/** What the contract allows for that length, in milliseconds. */
const ALLOWED = 50
/** Units of text that make a careless scanner look at its text again and again. */
// prettier-ignore
const OWN_UNITS = [
  '*a', '~a ', '*a_~', '<!date^1^{date}|', '<https://a.example|', '``` `', '```\n', '[a](', '\\',
  '<@bob|', '\n- *a', '&#1', ':a:', '|-', 'https://a', '1. \n', '_*~`', '\n    ', '#\n', '@a.',
  '@a @b ', '\n\n*a*', '~~~\n',
]

interface Unit {
  readonly category?: string
  readonly body_gen?: { readonly unit: string }
}

/** Alerts translated per second, and hostile texts in every place that takes text. */
export function measureTranslation(seconds: number): void {
  const alert = alertmanagerAlert()
  console.log(`an alert with one attachment: ${rate(alert, seconds)} per second`)
  console.log(`the same with blocks:         ${rate({ blocks: BLOCKS }, seconds)} per second`)
  console.log(
    `\n${HOSTILE_LENGTH} characters, ms: as text, mrkdwn, plain text, rich text (allowed: ${ALLOWED})`,
  )
  for (const unit of [...redosUnits(), ...OWN_UNITS]) {
    const text = unit.repeat(Math.ceil(HOSTILE_LENGTH / unit.length)).slice(0, HOSTILE_LENGTH)
    const times = placesOf(text).map(fastest)
    const slow = times.some((time) => time > ALLOWED) ? '  TOO SLOW' : ''
    const shown = times.map((time) => time.toFixed(1).padStart(8)).join('')
    console.log(`${JSON.stringify(unit).padEnd(26)}${shown}${slow}`)
  }
}

const BLOCKS = [
  { type: 'header', text: { type: 'plain_text', text: 'Two alerts are firing' } },
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*HighLatency* on <https://a.example|checkout>' },
    fields: [
      { type: 'mrkdwn', text: '*Severity:*\ncritical' },
      { type: 'mrkdwn', text: '*Since:*\n10 minutes' },
    ],
  },
  { type: 'context', elements: [{ type: 'plain_text', text: 'eu-1' }] },
]

function rate(payload: unknown, seconds: number): string {
  const end = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < end) {
    for (let n = 0; n < 100; n += 1) postsOfPayload(payload)
    count += 100
  }
  return Math.round(count / seconds).toLocaleString('en')
}

function redosUnits(): readonly string[] {
  const file = join(ROOT, 'test/blackbox/suite/bad-inputs.json')
  const inputs = JSON.parse(readFileSync(file, 'utf8')) as readonly Unit[]
  return inputs.flatMap(({ category, body_gen: made }) =>
    category === 'redos' && made ? [made.unit.replace('\\"', '"')] : [],
  )
}

function placesOf(text: string): readonly unknown[] {
  const section = (type: string): unknown => ({
    blocks: [{ type: 'section', text: { type, text } }],
  })
  const elements = [
    { type: 'rich_text_section', elements: [{ type: 'text', text, style: { bold: true } }] },
  ]
  return [
    { text },
    section('mrkdwn'),
    section('plain_text'),
    { blocks: [{ type: 'rich_text', elements }] },
  ]
}

// Of five runs the fastest, so that a pause of the collector is not taken for a slow text.
function fastest(payload: unknown): number {
  const times = [0, 1, 2, 3, 4].map(() => {
    const start = performance.now()
    try {
      translatePayload(payload)
    } catch (error) {
      // A text of too many lines, which costs time all the same.
      if (!(error instanceof WebhookError)) throw error
    }
    return performance.now() - start
  })
  return Math.min(...times)
}
