import { at, textAt, timeAt } from '../../json-members.js'
import type { Meaning } from '../../meaning.js'
import { entryOf } from '../../own-entry.js'
import { excerpt } from '../excerpt.js'
import { spaced, type Teller, words } from '../news.js'
import { repositoryUrl, whereOf } from './bodies.js'

const OPENED: Meaning = { word: 'New', color: 'bad', state: 'open' }
const REOPENED: Meaning = { word: 'Open again:', color: 'bad', state: 'open' }
const FIXED: Meaning = { word: 'Fixed:', color: 'good', state: 'closed' }
const DISMISSED: Meaning = { word: 'Dismissed:', color: 'neutral', state: 'closed' }

/** What happens to alerts of all kinds. */
const STEPS: Readonly<Record<string, Meaning>> = {
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

function stepOf(action: string): Meaning {
  const known = entryOf(STEPS, action)
  return known ?? { word: 'Changed:', color: 'warning', state: 'update' }
}

/** An alert of Dependabot, of code scanning or of secret scanning. */
export const alerted =
  (kind: string, page: string): Teller =>
  (body) => {
    const alert = at(body, 'alert')
    const number = textAt(alert, 'number') || textAt(alert, 'id')
    const step = stepOf(textAt(body, 'action'))
    const where = whereOf(body)
    return {
      title: {
        where,
        before: `${step.word} ${kind}`,
        label: summaryOf(alert) || (number === '' ? 'alert' : `#${number}`),
        url:
          textAt(alert, 'html_url') || textAt(alert, 'external_reference') || repositoryUrl(body),
      },
      text: excerpt(detailOf(alert)),
      facts: [severityOf(alert), packageOf(alert), fixOf(alert), reasonOf(alert)],
      color: step.color,
      state: step.state,
      incident: number === '' ? '' : `${where}/${page}/${number}`,
      at: timeOf(alert, step),
    }
  }

/** When this step was taken; alerts that are old say only when they began. */
function timeOf(alert: unknown, step: Meaning): number | null {
  const names = ['updated_at', 'fixed_at', 'dismissed_at', 'resolved_at']
  const known = names.map((name) => timeAt(alert, name)).find((time) => time !== null)
  return known ?? (step === OPENED ? timeAt(alert, 'created_at') : null)
}

function summaryOf(alert: unknown): string {
  return (
    textAt(alert, 'security_advisory', 'summary') ||
    textAt(alert, 'rule', 'description') ||
    textAt(alert, 'secret_type_display_name') ||
    spaced(textAt(alert, 'secret_type')) ||
    textAt(alert, 'affected_package_name') ||
    textAt(alert, 'rule', 'id')
  )
}

function detailOf(alert: unknown): string {
  return textAt(alert, 'most_recent_instance', 'message', 'text')
}

function severityOf(alert: unknown): string {
  const severity =
    textAt(alert, 'security_advisory', 'severity') ||
    textAt(alert, 'rule', 'security_severity_level') ||
    textAt(alert, 'rule', 'severity') ||
    textAt(alert, 'severity')
  return severity === '' || severity === 'none' ? '' : `severity ${severity}`
}

function packageOf(alert: unknown): string {
  const name = textAt(alert, 'dependency', 'package', 'name')
  const range = textAt(alert, 'security_vulnerability', 'vulnerable_version_range')
  return words(name, range)
}

function fixOf(alert: unknown): string {
  const version =
    textAt(alert, 'security_vulnerability', 'first_patched_version', 'identifier') ||
    textAt(alert, 'fixed_in')
  return version === '' ? '' : `fixed in ${version}`
}

function reasonOf(alert: unknown): string {
  return spaced(textAt(alert, 'dismissed_reason') || textAt(alert, 'resolution'))
}

/** Advisories concern all users of a package, not one repository. */
export const advised: Teller = (body) => {
  const member = at(body, 'security_advisory') ?? at(body, 'repository_advisory')
  const id = textAt(member, 'ghsa_id')
  return {
    title: {
      where: whereOf(body),
      before: `Security advisory ${spaced(textAt(body, 'action'))}:`,
      label: textAt(member, 'summary') || id || 'without a summary',
      url: textAt(member, 'html_url') || advisoryUrl(id) || repositoryUrl(body),
    },
    facts: [id, severityOf(member)],
    color: 'warning',
    incident: id === '' ? '' : `advisories/${id}`,
    at: timeAt(member, 'updated_at'),
  }
}

function advisoryUrl(id: string): string {
  return /^GHSA(?:-\w{4}){3}$/.test(id) ? `https://github.com/advisories/${id}` : ''
}
