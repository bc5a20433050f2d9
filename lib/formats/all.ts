import { alertmanager } from './alerts/alertmanager.js'
import { grafana } from './alerts/grafana.js'
import type { Format } from './format.js'

/** All formats of this package. Earlier ones are asked first. */
export const allFormats: readonly Format[] = [alertmanager, grafana]
