import type { Format } from '../format.js'
import { at, listAt, textAt } from '../json-members.js'
import { draftOf, factsOf, readGroup } from './group.js'

/** The `webhook_configs` of Prometheus Alertmanager, version 4 of its payload. */
export const alertmanager: Format = {
  name: 'alertmanager',
  title: 'Alertmanager',
  isMonitoring: true,
  detect: ({ body }) => {
    if (body.kind !== 'json' || !Array.isArray(at(body.value, 'alerts'))) return null
    const isGroup = textAt(body.value, 'groupKey') !== '' && textAt(body.value, 'version') === '4'
    return isGroup && at(body.value, 'orgId') === undefined ? 'body' : null
  },
  read: ({ body }) => {
    if (body.kind !== 'json' || listAt(body.value, 'alerts').length === 0) {
      return { kind: 'refuse', path: 'alerts', reason: 'is missing' }
    }
    const group = readGroup(body.value)
    return { kind: 'message', draft: draftOf(group), event: factsOf(group) }
  },
}
