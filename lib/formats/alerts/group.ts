import type { Card, CardField, Draft } from '../drafts/draft.js'
import { joined, link, list, prose, type Text } from '../drafts/pieces.js'
import { duration, minute } from '../drafts/times.js'
import type { EventFacts } from '../format.js'
import { countAt, listAt, numberAt, textAt, textsAt, timeAt } from '../json-members.js'
import { isWebUrl } from '../../text/links.js'

/** What Alertmanager and Grafana send: alerts that have some labels in common. */
export interface AlertGroup {
  readonly isFiring: boolean
  readonly name: string
  readonly key: string
  /** Where all of it can be seen; `''` if unknown. */
  readonly url: string
  readonly alerts: readonly Alert[]
  /** How many there are, also those that were left out. */
  readonly total: number
  readonly labels: readonly [string, string][]
  readonly description: string
  readonly runbookUrl: string
}

interface Alert {
  readonly isFiring: boolean
  readonly summary: string
  readonly description: string
  /** Those that are not the same for all. */
  readonly labels: readonly [string, string][]
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly url: string
}

/** Labels that say nothing that the title does not say, or nothing to people. */
const UNSHOWN = /^(?:alertname|__.*|grafana_folder)$/s
/** Labels that say how bad it is. Senders sort labels by name, and the last ones are cut. */
const URGENCY = /^(?:severity|priority)$/i
const MAX_FIELDS = 4
const MAX_LABELS = 3

export function readGroup(body: unknown): AlertGroup {
  const common = textsAt(body, 'commonLabels')
  const names = new Set(common.map(([name]) => name))
  const alerts = listAt(body, 'alerts').map((alert) => readAlert(alert, names))
  const [first] = listAt(body, 'alerts')
  const url = textAt(body, 'externalURL')
  const annotation = (name: string): string => textAt(body, 'commonAnnotations', name)
  return {
    isFiring: textAt(body, 'status') !== 'resolved',
    name:
      textAt(body, 'groupLabels', 'alertname') ||
      textAt(body, 'commonLabels', 'alertname') ||
      textAt(first, 'labels', 'alertname') ||
      'Alert',
    key: textAt(body, 'groupKey'),
    url: isWebUrl(url) ? url : (alerts.find((alert) => isWebUrl(alert.url))?.url ?? ''),
    alerts,
    total: countAt(body, 'alerts') + leftOut(body),
    labels: shownLabels(common),
    description: annotation('description') || annotation('message'),
    runbookUrl: annotation('runbook_url') || textAt(first, 'annotations', 'runbook_url'),
  }
}

/** How many alerts the sender left out. */
function leftOut(body: unknown): number {
  const count = numberAt(body, 'truncatedAlerts') ?? 0
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

function readAlert(alert: unknown, common: ReadonlySet<string>): Alert {
  const annotation = (name: string): string => textAt(alert, 'annotations', name)
  return {
    isFiring: textAt(alert, 'status') !== 'resolved',
    summary: annotation('summary') || annotation('title'),
    description: annotation('description') || annotation('message'),
    labels: shownLabels(textsAt(alert, 'labels').filter(([name]) => !common.has(name))),
    startsAt: timeAt(alert, 'startsAt'),
    endsAt: timeAt(alert, 'endsAt'),
    url: textAt(alert, 'generatorURL'),
  }
}

function shownLabels(labels: AlertGroup['labels']): AlertGroup['labels'] {
  const shown = labels.filter(([name]) => !UNSHOWN.test(name))
  return urgentFirst(shown, ([name]) => name)
}

function urgentFirst<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const isUrgent = (item: Item): boolean => URGENCY.test(nameOf(item))
  return [...items.filter(isUrgent), ...items.filter((item) => !isUrgent(item))]
}

/** What a format knows besides. */
export interface GroupExtras {
  /** Where a single alert can be seen, if that is not where all of them are. */
  readonly url?: string
  readonly fields?: readonly CardField[]
  readonly links?: Card['links']
  readonly imageUrl?: string
}

/** A title, and one card in the colour of the state. */
export function draftOf(group: AlertGroup, extras: GroupExtras = {}): Draft {
  const { alerts, total, description, runbookUrl, isFiring } = group
  const [only] = alerts
  const lead =
    alerts.length === 1 && only
      ? joined([prose(only.summary), prose(only.description || description)], '\n')
      : prose(description)
  const items = alerts.map((alert) => lineOf(alert, group))
  const isOne = alerts.length === 1 && total === 1
  const url = (isOne && extras.url) || group.url
  const card: Card = {
    color: isFiring ? 'bad' : 'good',
    text: joined([lead, isOne ? whenOf(only) : list(items, total)], '\n'),
    fields: urgentFirst([...(extras.fields ?? []), ...fieldsOf(group)], ({ title }) => title).slice(
      0,
      MAX_FIELDS,
    ),
    links: [
      ...(extras.links ?? []),
      ...(isWebUrl(runbookUrl) ? [{ text: 'Runbook', url: runbookUrl }] : []),
    ].slice(0, 3),
    imageUrl: extras.imageUrl ?? '',
  }
  return { title: url === '' ? titleOf(group) : link(url, titleOf(group)), cards: [card] }
}

function titleOf({ isFiring, name, alerts, total }: AlertGroup): string {
  if (isFiring) {
    const firing = alerts.filter((alert) => alert.isFiring).length + total - alerts.length
    return firing > 1 ? `Firing: ${name} (${firing} alerts)` : `Firing: ${name}`
  }
  const longest = alerts.reduce((most, alert) => Math.max(most, lengthOf(alert)), -1)
  const facts = [
    total > 1 ? `${total} alerts` : '',
    longest < 0 ? '' : `after ${duration(longest)}`,
  ]
  const shown = facts.filter((fact) => fact !== '').join(', ')
  return shown === '' ? `Resolved: ${name}` : `Resolved: ${name} (${shown})`
}

function lengthOf({ startsAt, endsAt }: Alert): number {
  return startsAt === null || endsAt === null ? -1 : endsAt - startsAt
}

/** One of several alerts, on one line. */
function lineOf(alert: Alert, group: AlertGroup): Text {
  const labels = alert.labels.slice(0, MAX_LABELS).map(([name, value]) => `${name} ${value}`)
  const what = alert.summary || alert.description || labels.join(', ') || group.name
  const state = alert.isFiring === group.isFiring ? '' : alert.isFiring ? 'Firing: ' : 'Resolved: '
  const rest = what === alert.summary || what === alert.description ? labels.join(', ') : ''
  return joined([[state, link(alert.url, what)], rest, whenOf(alert)], ' · ')
}

function whenOf(alert: Alert | undefined): string {
  if (!alert || alert.startsAt === null) return ''
  const { startsAt, endsAt, isFiring } = alert
  if (isFiring || endsAt === null) return `since ${minute(startsAt)}`
  return `${minute(startsAt)}, for ${duration(endsAt - startsAt)}`
}

/** What all alerts have in common; of a single one, all that it has. */
function fieldsOf({ labels, alerts }: AlertGroup): readonly CardField[] {
  const [only] = alerts
  const shown = alerts.length === 1 && only ? [...labels, ...only.labels] : labels
  return shown.map(([title, value]) => ({ title, value, short: true }))
}

export function factsOf(group: AlertGroup): EventFacts {
  const time = group.alerts.reduce((latest, { isFiring, startsAt, endsAt }) => {
    const ended = isFiring ? 0 : (endsAt ?? 0)
    return Math.max(latest, startsAt ?? 0, ended)
  }, 0)
  return {
    event: group.isFiring ? 'firing' : 'resolved',
    state: group.isFiring ? 'open' : 'closed',
    ...(group.key === '' ? {} : { incident: group.key }),
    ...(time === 0 ? {} : group.isFiring ? { since: time } : { at: time, ...beginningOf(group) }),
  }
}

/** When the first of its alerts began. */
function beginningOf({ alerts }: AlertGroup): Pick<EventFacts, 'since'> {
  const since = alerts.reduce((first, { startsAt }) => Math.min(first, startsAt ?? first), Infinity)
  return since === Infinity ? {} : { since }
}
