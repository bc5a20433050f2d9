import { allFormats } from '../../../lib/formats/all.js'
import type { Format } from '../../../lib/formats/index.js'
import { code, tableOf } from './markdown-table.js'

/** Which facts the events of each format have. */
export function factsOfFormats(): readonly string[] {
  const rows = allFormats.flatMap((format) => {
    const names = factNamesOf(format)
    return names.length === 0 ? [] : [[format.title, names.map(code).join(', ')]]
  })
  return tableOf(['program', 'facts'], rows)
}

export function factNamesOf({ facts = {}, isMonitoring = false }: Format): readonly string[] {
  return [...(isMonitoring ? ['state'] : []), ...Object.keys(facts)]
}
