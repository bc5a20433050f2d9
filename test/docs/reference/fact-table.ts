import { allFormats } from '../../../lib/formats/all.js'
import { code, tableOf } from './markdown-table.js'

/** Which facts the events of each format have. */
export function factsOfFormats(): readonly string[] {
  const rows = allFormats.flatMap(({ title, facts = {}, isMonitoring = false }) => {
    const names = [...(isMonitoring ? ['state'] : []), ...Object.keys(facts)]
    return names.length === 0 ? [] : [[title, names.map(code).join(', ')]]
  })
  return tableOf(['program', 'facts'], rows)
}
