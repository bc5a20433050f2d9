import {
  alike,
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
  textAt,
  timeAt,
  update,
  words,
} from '../kit.js'
import { placeOf } from './bodies.js'

const OPENED = open('New')

/** What happens to alerts of all kinds. */
const STEPS: Table<Meaning> = {
  ...alike('created create', OPENED),
  publicly_leaked: { ...OPENED, word: 'Publicly leaked:' },
  appeared_in_branch: { ...OPENED, word: 'In another branch:', state: 'update' },
  ...alike('reopened reopened_by_user reintroduced reopen auto_reopened', open('Open again:')),
  ...alike('fixed resolved resolve', closed('Fixed:')),
  ...alike('dismissed dismiss auto_dismissed closed_by_user', closed('Dismissed:', 'neutral')),
}

/** An alert of Dependabot, of code scanning or of secret scanning. */
export function alerted(kind: string, page: string): Teller {
  return (body) => {
    const alert = at(body, 'alert')
    const number = firstText(alert, 'number', 'id')
    const step = entryOf(STEPS, textAt(body, 'action')) ?? update('Changed:', 'warning')
    const { where, url } = placeOf(body, firstText(alert, 'html_url', 'external_reference'))
    const label = summaryOf(alert) || (number === '' ? 'alert' : `#${number}`)
    return {
      title: { where, before: `${step.word} ${kind}`, label, url },
      text: excerpt(textAt(alert, 'most_recent_instance.message.text')),
      facts: [
        severityOf(alert),
        packageOf(alert),
        fixOf(alert),
        inWords(firstText(alert, 'dismissed_reason', 'resolution')),
      ],
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
    inWords(textAt(alert, 'secret_type')) ||
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
  const range = textAt(alert, 'security_vulnerability.vulnerable_version_range')
  return words(textAt(alert, 'dependency.package.name'), range)
}

function fixOf(alert: unknown): string {
  const patched = 'security_vulnerability.first_patched_version.identifier'
  const version = firstText(alert, patched, 'fixed_in')
  return version && `fixed in ${version}`
}

/** Advisories concern all users of a package, not one repository. */
export const advised: Teller = (body) => {
  const advisory = at(body, 'security_advisory') ?? at(body, 'repository_advisory')
  const id = textAt(advisory, 'ghsa_id')
  const { where, url } = placeOf(body, textAt(advisory, 'html_url') || advisoryUrl(id))
  return {
    title: {
      where,
      before: `Security advisory ${inWords(textAt(body, 'action'))}:`,
      label: textAt(advisory, 'summary') || id || 'without a summary',
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
