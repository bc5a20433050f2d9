import { closed, countAt, duration, factsOf, type FormatReading, isWebUrl, joined, type KnownFacts, link, list, listAt, messageOf, minute, numberAt, open, phrase, prose, type Row, type Shown, type Text, textAt, textsAt, timeAt } from '../kit.js'

const FIRING = open('Firing')
const RESOLVED = closed('Resolved')

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
const MAX_LABELS = 3
const MAX_LINKS = 3

/** Null if there are no alerts. */
export function readGroup(body: unknown): AlertGroup | null {
  const common = textsAt(body, 'commonLabels')
  const names = new Set(common.map(([name]) => name))
  const alerts = listAt(body, 'alerts').map((alert) => readAlert(alert, names))
  const [first] = listAt(body, 'alerts')
  if (alerts.length === 0) return null
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
  return urgentFirst(labels.filter(([name]) => !UNSHOWN.test(name)))
}

function urgentFirst<Each extends Row>(rows: readonly Each[]): readonly Each[] {
  const isUrgent = ([name]: Each): boolean => URGENCY.test(name)
  return [...rows.filter(isUrgent), ...rows.filter((row) => !isUrgent(row))]
}

/** What a format knows besides. */
type GroupExtras = Partial<Pick<Shown, 'url' | 'fields' | 'links' | 'imageUrl'>>

/** A title, and one card in the colour of the state. `url`: where a single alert can be seen. */
export function groupMessage(
  group: AlertGroup,
  { url = '', fields = [], links = [], imageUrl = '' }: GroupExtras = {},
): FormatReading {
  const { alerts, total, description, runbookUrl, isFiring } = group
  const [only] = alerts.length === 1 ? alerts : []
  const lead = only
    ? joined([prose(only.summary), prose(only.description || description)], '\n')
    : prose(description)
  const isOne = only !== undefined && total === 1
  const rest = isOne
    ? whenOf(only)
    : list(
        alerts.map((alert) => lineOf(alert, group)),
        total,
      )
  const meaning = isFiring ? FIRING : RESOLVED
  return messageOf({
    event: factsOf(isFiring ? 'firing' : 'resolved', {
      incident: group.key,
      incidentTitle: group.name,
      state: meaning.state,
      ...timesOf(group),
    }),
    meaning,
    title: titleOf(group),
    url: isOne && isWebUrl(url) ? url : group.url,
    text: joined([lead, rest], '\n'),
    // What all alerts have in common; of a single one, all that it has.
    fields: urgentFirst(
      [...fields, ...group.labels, ...(only?.labels ?? [])].map(([title, value]) => [
        title,
        [value],
      ]),
    ),
    links: [...links, { text: 'Runbook', url: runbookUrl }]
      .filter(({ url }) => isWebUrl(url))
      .slice(0, MAX_LINKS),
    imageUrl,
  })
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
  const shown = phrase(facts, ', ')
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

/** When the group was fired or resolved, as far as its alerts say. */
function timesOf({ isFiring, alerts }: AlertGroup): Pick<KnownFacts, 'at' | 'since'> {
  const latest = alerts.reduce((last, { isFiring, startsAt, endsAt }) => {
    return Math.max(last, startsAt ?? 0, isFiring ? 0 : (endsAt ?? 0))
  }, 0)
  if (latest === 0) return {}
  if (isFiring) return { since: latest }
  const first = alerts.reduce((time, { startsAt }) => Math.min(time, startsAt ?? time), Infinity)
  return { at: latest, since: first === Infinity ? null : first }
}
