import { charactersOf } from '../../../lib/formats/drafts/dialects.js'
import { formatOf } from '../../../lib/formats/templates/template-format.js'
import { FILTER_TEXTS } from './filter-texts.js'
import { code, tableOf } from './markdown-table.js'

/** When the requests of the examples arrive. */
const ARRIVED = Date.parse('2026-03-09T13:05:00Z')

/** Every filter, with what it writes in an example. */
export function everyFilter(): readonly string[] {
  const rows = Object.entries(FILTER_TEXTS).map(([name, { takes, does, example }]) => {
    const [value, call] = example
    return [code(name), takes, does, code(JSON.stringify(value)), code(call), written(value, call)]
  })
  return tableOf(['filter', 'arguments', 'what it writes', 'a value', 'with', 'is'], rows)
}

function written(x: unknown, call: string): string {
  const body = { kind: 'json', value: { x }, text: '' } as const
  const request = { headers: {}, query: {}, body, arrivedAt: ARRIVED }
  const reading = formatOf({ title: `{{x | ${call}}}` }).read(request)
  if (reading.kind !== 'message') throw new Error(`${call} writes nothing`)
  return charactersOf(reading.draft.title ?? '')
}
