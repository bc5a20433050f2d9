import {
  at,
  closed,
  entryOf,
  excerpt,
  firstText,
  firstTime,
  incidentOf,
  inWords,
  type Meaning,
  open,
  type Table,
  type Teller,
  timeAt,
  update,
  words,
} from '../kit.js'
import { placeOf } from './bodies.js'

const OPENED = open('New')
const REOPENED = open('Open again:')
const FIXED = closed('Fixed:')
const DISMISSED = closed('Dismissed:', 'neutral')
const CHANGED = update('Changed:', 'warning')

/** What happens to alerts of all kinds. */
const STEPS: Table<Meaning> = {
  created: OPENED,
  create: OPENED,
  publicly_leaked: { ...OPENED, word: 'Publicly leaked:' },
  appeared_in_branch: { ...OPENED, word: 'In another branch:', state: 'update' },
  reopened: REOPENED,
  reopened_by_user: REOPENED,
  reintroduced: REOPENED,
  reopen: REOPENED,
  auto_reopened: REOPENED,
  fixed: FIXED,
  resolved: FIXED,
  resolve: FIXED,
  dismissed: DISMISSED,
  dismiss: DISMISSED,
  auto_dismissed: DISMISSED,
  closed_by_user: DISMISSED,
}

/** An alert of Dependabot, of code scanning or of secret scanning. */
export function alerted(kind: string, page: string): Teller {
  return (body) => {
    const alert = at(body, 'alert')
    const number = firstText(alert, 'number', 'id')
    const step = entryOf(STEPS, firstText(body, 'action')) ?? CHANGED
    const { where, url } = placeOf(body, firstText(alert, 'html_url', 'external_reference'))
    const label = summaryOf(alert) || (number === '' ? 'alert' : `#${number}`)
    return {
      title: { where, before: `${step.word} ${kind}`, label, url },
      text: excerpt(firstText(alert, 'most_recent_instance.message.text')),
      facts: [severityOf(alert), packageOf(alert), fixOf(alert), reasonOf(alert)],
      color: step.color,
      state: step.state,
      incident: incidentOf(where, page, number),
      at: timeOf(alert, step),
    }
  }
}

/** When this step was taken; alerts that are old say only when they began. */
function timeOf(alert: unknown, step: Meaning): number | null {
  const known = firstTime(alert, 'updated_at', 'fixed_at', 'dismissed_at', 'resolved_at')
  return known ?? (step === OPENED ? timeAt(alert, 'created_at') : null)
}

function summaryOf(alert: unknown): string {
  return (
    firstText(alert, 'security_advisory.summary', 'rule.description', 'secret_type_display_name') ||
    inWords(firstText(alert, 'secret_type')) ||
    firstText(alert, 'affected_package_name', 'rule.id')
  )
}

const SEVERITIES = [
  'security_advisory.severity',
  'rule.security_severity_level',
  'rule.severity',
  'severity',
]

function severityOf(alert: unknown): string {
  const severity = firstText(alert, ...SEVERITIES)
  return severity === '' || severity === 'none' ? '' : `Severity: ${severity}`
}

function packageOf(alert: unknown): string {
  const range = firstText(alert, 'security_vulnerability.vulnerable_version_range')
  return words(firstText(alert, 'dependency.package.name'), range)
}

function fixOf(alert: unknown): string {
  const patched = 'security_vulnerability.first_patched_version.identifier'
  const version = firstText(alert, patched, 'fixed_in')
  return version && `fixed in ${version}`
}

function reasonOf(alert: unknown): string {
  return inWords(firstText(alert, 'dismissed_reason', 'resolution'))
}

/** Advisories concern all users of a package, not one repository. */
export const advised: Teller = (body) => {
  const advisory = at(body, 'security_advisory') ?? at(body, 'repository_advisory')
  const id = firstText(advisory, 'ghsa_id')
  const { where, url } = placeOf(body, firstText(advisory, 'html_url') || advisoryUrl(id))
  return {
    title: {
      where,
      before: `Security advisory ${inWords(firstText(body, 'action'))}:`,
      label: firstText(advisory, 'summary') || id || 'without a summary',
      url,
    },
    facts: [id, severityOf(advisory)],
    color: 'warning',
    incident: incidentOf('advisories', id),
    at: timeAt(advisory, 'updated_at'),
  }
}

function advisoryUrl(id: string): string {
  return /^GHSA(?:-\w{4}){3}$/.test(id) ? `https://github.com/advisories/${id}` : ''
}
