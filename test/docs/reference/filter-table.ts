import { charactersOf } from '../../../lib/formats/drafts/dialects.js'
import { FILTERS } from '../../../lib/formats/templates/filters.js'
import { formatOf } from '../../../lib/formats/templates/template-format.js'
import { FILTER_TEXTS } from './filter-texts.js'
import { code, tableOf } from './markdown-table.js'

/** When the requests of the examples arrive. */
const ARRIVED = Date.parse('2026-03-09T13:05:00Z')

/** Every filter, with what it writes in an example. */
export function everyFilter(): readonly string[] {
  const rows = Object.keys(FILTERS).map((name) => {
    const texts = FILTER_TEXTS[name]
    if (!texts) throw new Error(`nothing says what ${name} does`)
    const { takes, does, example } = texts
    const [value, call] = example
    const tag = `${code(JSON.stringify(value))}, ${code(call)}`
    return [
      code(takes === '' ? name : `${name}: ${takes}`),
      does,
      `${tag}: ${written(value, call)}`,
    ]
  })
  return tableOf(['filter', 'what it writes', 'example'], rows)
}

function written(x: unknown, call: string): string {
  const body = { kind: 'json', value: { x }, text: '' } as const
  const request = { headers: {}, query: {}, body, arrivedAt: ARRIVED }
  const reading = formatOf({ title: `{{x | ${call}}}` }).read(request)
  if (reading.kind !== 'message') throw new Error(`${call} writes nothing`)
  return charactersOf(reading.draft.title ?? '')
}
