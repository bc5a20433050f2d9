import type { Format } from '../../../lib/formats/format.js'

/** Which facts the events of a format have. */
export function factNamesOf({ facts = {}, isMonitoring = false }: Format): readonly string[] {
  return [...(isMonitoring ? ['state'] : []), ...Object.keys(facts)]
}
