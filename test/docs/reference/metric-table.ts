import { HOST_METRICS } from '../../../example-host/api/monitoring.js'
import { METRICS } from '../../../lib/log/metrics-text.js'
import { code, tableOf } from './markdown-table.js'

export function libraryMetrics(): readonly string[] {
  return tableOf(
    ['metric', 'what it counts or measures'],
    METRICS.map(({ name, labels, help }) => [
      code(labels.length === 0 ? name : `${name}{${labels.join(', ')}}`),
      help,
    ]),
  )
}

export function hostMetrics(): readonly string[] {
  return tableOf(
    ['metric', 'type', 'what it counts or measures'],
    HOST_METRICS.map(({ name, type, help }) => [code(name), type, help]),
  )
}
