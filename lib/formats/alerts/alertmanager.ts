import {
  at,
  claimed,
  type Format,
  hasObjects,
  hasTexts,
  listAt,
  refused,
  textAt,
  textsAt,
  valueOf,
} from '../kit.js'
import { groupMessage, isFiring, LABEL_FACTS } from './group.js'

/** The `webhook_configs` of Prometheus Alertmanager, version 4 of its payload. */
export const alertmanager: Format = {
  name: 'alertmanager',
  title: 'Alertmanager',
  isMonitoring: true,
  facts: LABEL_FACTS,
  looksLike: (body) => isGroup(body) && hasObjects(body, 'groupLabels'),
  advice: 'use slack_configs instead of webhook_configs',
  detect: claimed((body) => {
    const isNamed = hasTexts(body, 'groupKey') && textAt(body, 'version') === '4'
    return isNamed && isGroup(body)
  }),
  read: ({ body }) => {
    const value = valueOf(body)
    const links = isFiring(value) ? [{ text: 'Silence', url: silenceUrl(value) }] : []
    const extras = { links, isAlwaysFiring: isAlwaysFiring(value) }
    return groupMessage(value, extras) ?? refused('alerts')
  },
}

/** Grafana's groups name an organization, too. */
function isGroup(body: unknown): boolean {
  return Array.isArray(at(body, 'alerts')) && at(body, 'orgId') === undefined
}

/** Alerts that fire to prove that alerts arrive, or to keep others quiet. */
const ON_PURPOSE = ['Watchdog', 'InfoInhibitor']

function isAlwaysFiring(body: unknown): boolean {
  return listAt(body, 'alerts').every((alert) => {
    const isNone = textAt(alert, 'labels.severity') === 'none'
    return isNone || ON_PURPOSE.includes(textAt(alert, 'labels.alertname'))
  })
}

/** The page that silences what all alerts of a group have in common; `''` without its address. */
function silenceUrl(body: unknown): string {
  const root = textAt(body, 'externalURL')
  const matchers = textsAt(body, 'commonLabels').map(([name, value]) => `${name}=${quoted(value)}`)
  if (root === '' || matchers.length === 0) return ''
  const filter = encodeURIComponent(`{${matchers.join(',')}}`.toWellFormed())
  return `${root.replace(/\/$/, '')}/#/silences/new?filter=${filter}`
}

/** As matchers have it. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
