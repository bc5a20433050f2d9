import { at, claimed, type Format, hasObjects, refused, textAt, valueOf } from '../kit.js'
import { groupMessage } from './group.js'

/** The `webhook_configs` of Prometheus Alertmanager, version 4 of its payload. */
export const alertmanager: Format = {
  name: 'alertmanager',
  title: 'Alertmanager',
  isMonitoring: true,
  looksLike: (body) => isGroup(body) && hasObjects(body, 'groupLabels'),
  advice: 'use slack_configs instead of webhook_configs',
  detect: claimed((body) => {
    const isNamed = textAt(body, 'groupKey') !== '' && textAt(body, 'version') === '4'
    return isNamed && isGroup(body)
  }),
  read: ({ body }) => groupMessage(valueOf(body)) ?? refused('alerts'),
}

/** Grafana's groups name an organization, too. */
function isGroup(body: unknown): boolean {
  return Array.isArray(at(body, 'alerts')) && at(body, 'orgId') === undefined
}
