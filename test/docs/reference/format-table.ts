import { ourFormat } from '../../../lib/formats/all.js'
import type { Format } from '../../../lib/formats/index.js'
import { NATIVE_NAMES } from '../../../lib/formats/registry.js'
import { FORMAT_TEXTS, OWN_FORMAT } from './format-texts.js'
import { code, listed } from './markdown-table.js'

const ONLY_BY_URL = 'only by the URL'

/** The formats that docs/formats.md lists, in its order. */
export const LISTED_FORMATS: readonly Format[] = Object.keys(FORMAT_TEXTS).map(ourFormat)

/** What the requests of each format are recognised by, by the name of the format. */
export const RECOGNISED_BY: ReadonlyMap<string, string> = new Map([
  [NATIVE_NAMES[0], OWN_FORMAT.recognisedBy],
  ...Object.entries(FORMAT_TEXTS).map(([name, texts]): [string, string] => [
    name,
    texts.recognisedBy ?? ONLY_BY_URL,
  ]),
])

/** The names of all formats with their aliases, and what these do not say. */
export function everyFormat(): readonly string[] {
  const formats = [
    named(NATIVE_NAMES, OWN_FORMAT.note),
    ...LISTED_FORMATS.map(({ name, aliases = [] }) =>
      named([name, ...aliases], FORMAT_TEXTS[name]?.note),
    ),
  ]
  return [`${formats.join(', ')}.`]
}

/** Those whose webhooks make one post of an incident without a setting. */
export function programsWithIncidents(): readonly string[] {
  const titles = LISTED_FORMATS.filter((format) => format.isMonitoring).map(({ title }) => title)
  return [
    `Alerts from ${listed(titles, 'and')} name their incident. Their webhooks need no settings:`,
  ]
}

function named(names: readonly string[], note: string | undefined): string {
  const text = names.map(code).join(' or ')
  return note === undefined ? text : `${text} (${note})`
}
