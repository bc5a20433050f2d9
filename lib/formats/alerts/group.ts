import {
  at,
  between,
  closed,
  countAt,
  duration,
  type FactSlots,
  factsOf,
  firstText,
  type FormatReading,
  foundAt,
  isWebUrl,
  joined,
  type KnownFacts,
  link,
  list,
  listAt,
  type Meaning,
  messageOf,
  minute,
  namesIn,
  note,
  numberAt,
  open,
  phrase,
  prose,
  type Row,
  type Shown,
  shownValue,
  type Text,
  textAt,
  textsAt,
  timeAt,
} from '../kit.js'

const FIRING = open('Firing')
const RESOLVED = closed('Resolved')
const ON_PURPOSE: Meaning = { ...note('Firing'), isSkipped: true }

/** What Alertmanager and Grafana send: alerts that have some labels in common. */
interface Group {
  readonly isFiring: boolean
  readonly name: string
  readonly alerts: readonly Alert[]
  /** The alert that is alone in it. */
  readonly only: Alert | undefined
  /** How many there are, also those that were left out. */
  readonly total: number
}

type Label = readonly [name: string, value: string]

type Alert = ReturnType<typeof readAlert>

/** Annotations that say what is wrong; `Error` is Grafana's, where a rule could not be evaluated. */
const DESCRIPTIONS = ['description', 'message', 'Error']

/** Labels that say nothing that the title does not say, or nothing to people. */
const UNSHOWN = /^(?:alertname|__.*|grafana_folder)$/s
/** Labels that say how bad it is. Senders sort labels by name, and the last ones are cut. */
const URGENCY = /^(?:severity|priority)$/i
const MAX_LABELS = 3
const MAX_LINKS = 3

function totalOf(body: unknown): number {
  const left = numberAt(body, 'truncatedAlerts') ?? 0
  return countAt(body, 'alerts') + (Number.isSafeInteger(left) && left > 0 ? left : 0)
}

/** Whether a group or an alert is not over. */
export function isFiring(value: unknown): boolean {
  return textAt(value, 'status') !== 'resolved'
}

function readAlert(alert: unknown, common: ReadonlySet<string>) {
  return {
    isFiring: isFiring(alert),
    summary: firstText(alert, 'annotations.summary', 'annotations.title'),
    description: firstText(at(alert, 'annotations'), ...DESCRIPTIONS),
    // Those that are not the same for all.
    labels: shownLabels(textsAt(alert, 'labels').filter(([name]) => !common.has(name))),
    startsAt: timeAt(alert, 'startsAt'),
    endsAt: timeAt(alert, 'endsAt'),
    url: textAt(alert, 'generatorURL'),
  }
}

function shownLabels(labels: readonly Label[]): readonly Label[] {
  return urgentFirst(labels.filter(([name]) => !UNSHOWN.test(name)))
}

function urgentFirst<Each extends Row>(rows: readonly Each[]): readonly Each[] {
  const isUrgent = ([name]: Each): boolean => URGENCY.test(name)
  return [...rows.filter(isUrgent), ...rows.filter((row) => !isUrgent(row))]
}

/** What a format knows besides. */
export interface GroupExtras extends Partial<Pick<Shown, 'url' | 'fields' | 'links' | 'imageUrl'>> {
  /** Whether all alerts fire on purpose, to prove that alerts arrive. Default: they do not. */
  readonly isAlwaysFiring?: boolean
}

/**
 * A title, and one card in the colour of the state; null if there are no alerts. `url`: where a single
 * alert can be seen.
 */
export function groupMessage(
  body: unknown,
  { url = '', fields = [], links = [], imageUrl = '', isAlwaysFiring = false }: GroupExtras,
): FormatReading | null {
  const common = textsAt(body, 'commonLabels')
  const names = new Set(common.map(([name]) => name))
  const alerts = listAt(body, 'alerts').map((alert) => readAlert(alert, names))
  if (alerts.length === 0) return null
  const [only] = alerts.length === 1 ? alerts : []
  const total = totalOf(body)
  const group = { isFiring: isFiring(body), name: nameOf(body), alerts, only, total }
  const isOnPurpose = isAlwaysFiring && total === alerts.length
  const own = total === 1 ? url : ''
  const pages = [own, textAt(body, 'externalURL'), ...alerts.map((alert) => alert.url)]
  const runbook = firstText(
    body,
    'commonAnnotations.runbook_url',
    'alerts.0.annotations.runbook_url',
  )
  const meaning = isOnPurpose ? ON_PURPOSE : group.isFiring ? FIRING : RESOLVED
  const event = factsOf(group.isFiring ? 'firing' : 'resolved', {
    incident: textAt(body, 'groupKey'),
    incidentTitle: group.name,
    state: meaning.state,
    alerts: fingerprintsIn(body),
    ...timesOf(group),
  })
  return messageOf({
    event: isOnPurpose ? { event: 'watchdog' } : event,
    meaning,
    title: titleOf(group),
    url: pages.find(isWebUrl) ?? '',
    text: textOf(group, firstText(at(body, 'commonAnnotations'), ...DESCRIPTIONS)),
    // What all alerts have in common; of a single one, all that it has.
    fields: urgentFirst([...fields, ...shownLabels(common), ...(only?.labels ?? [])]),
    links: [...links, { text: 'Runbook', url: runbook }]
      .filter(({ url }) => isWebUrl(url))
      .slice(0, MAX_LINKS),
    imageUrl,
  })
}

/** Those of the alerts that are in the state of the group, also of those that are too many to be shown. */
function fingerprintsIn(body: unknown): readonly string[] {
  const state = isFiring(body)
  return foundAt(body, 'alerts', (alert) => isFiring(alert) === state)
    .map((alert) => textAt(alert, 'fingerprint'))
    .filter((fingerprint) => fingerprint !== '')
}

/** Grafana's own alerts about rules that it could not evaluate. */
const OF_RULES = namesIn('DatasourceError DatasourceNoData')

function nameOf(body: unknown): string {
  const named = firstText(
    body,
    'groupLabels.alertname',
    'commonLabels.alertname',
    'alerts.0.labels.alertname',
  )
  const name = named || 'Alert'
  if (!OF_RULES.has(name)) return name
  const isOne = countAt(body, 'alerts') === 1
  const rule = textAt(body, isOne ? 'alerts.0.labels.rulename' : 'commonLabels.rulename')
  return phrase([name, rule], ', ')
}

function textOf(group: Group, description: string): Text {
  const { alerts, only, total } = group
  const lead = only
    ? joined([prose(only.summary), prose(only.description || description)], '\n')
    : prose(description)
  const lines = alerts.map((alert) => lineOf(alert, group))
  return joined([lead, only && total === 1 ? whenOf(only) : list(lines, total)], '\n')
}

function titleOf({ isFiring, name, alerts, total }: Group): string {
  const firing = alerts.filter((alert) => alert.isFiring).length + total - alerts.length
  const count = isFiring ? firing : total
  const longest = alerts.reduce(
    (most, { startsAt, endsAt }) => Math.max(most, between(startsAt, endsAt) ?? most),
    -1,
  )
  const facts = [
    count > 1 ? `${count} alerts` : '',
    isFiring || longest < 0 ? '' : `after ${duration(longest)}`,
  ]
  const shown = phrase(facts, ', ')
  return `${isFiring ? 'Firing' : 'Resolved'}: ${name}${shown && ` (${shown})`}`
}

/** One of several alerts, on one line. */
function lineOf(alert: Alert, group: Group): Text {
  const labels = alert.labels.slice(0, MAX_LABELS)
  const said = alert.summary || alert.description
  const named = phrase(
    labels.map(([name, value]) => `${name} ${value}`),
    ', ',
  )
  const state = alert.isFiring === group.isFiring ? '' : alert.isFiring ? 'Firing: ' : 'Resolved: '
  const rest = labels.map(([name, value]): Text => [`${name} `, shownValue(value)])
  const what = link(alert.url, said || named || group.name)
  return joined([[state, what], said === '' ? '' : joined(rest, ', '), whenOf(alert)], ' · ')
}

function whenOf(alert: Alert): string {
  if (alert.startsAt === null) return ''
  const { startsAt, endsAt, isFiring } = alert
  if (isFiring || endsAt === null) return `since ${minute(startsAt)}`
  return `${minute(startsAt)}, for ${duration(endsAt - startsAt)}`
}

/** When the group was fired or resolved, as far as its alerts say. */
function timesOf({ isFiring, alerts }: Group): Pick<KnownFacts, 'at' | 'since'> {
  const latest = alerts.reduce((last, { isFiring, startsAt, endsAt }) => {
    return Math.max(last, startsAt ?? 0, isFiring ? 0 : (endsAt ?? 0))
  }, 0)
  if (latest === 0) return {}
  if (isFiring) return { since: latest }
  const first = alerts.reduce((time, { startsAt }) => Math.min(time, startsAt ?? time), Infinity)
  return { at: latest, since: first === Infinity ? null : first }
}

/** Labels that say how serious an alert is, and where and of what it is. */
export const LABEL_FACTS: FactSlots = {
  severity: ['commonLabels.severity', 'commonLabels.priority', 'alerts.0.labels.severity'],
  environment: ['commonLabels.environment', 'commonLabels.env', 'commonLabels.cluster'],
  service: ['commonLabels.service', 'commonLabels.job', 'commonLabels.app'],
}
