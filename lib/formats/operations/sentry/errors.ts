import { levelColor, type Meaning, open, type Report, textAt, worded } from '../../kit.js'
import { codeIn, isOf, pageIn, tagIn } from './hook.js'

/** An error that a rule tells of, or one of all. */
export const SEEN_ERROR: Partial<Report> = {
  when: isOf('event_alert', 'error'),
  meaning: (body) => meaningOf(textAt(body, 'found', 'level')),
  name: ['found.title', 'found.message'],
  url: pageIn('found'),
  text: codeIn('found.culprit'),
  fields: {
    Environment: ['found.environment', tagIn('environment')],
    Release: ['found.release', tagIn('release')],
    Rule: 'data.triggered_rule',
    Project: projectOf,
    Platform: 'found.platform',
  },
  incident: 'found.issue_id',
  at: ['at', 'found.datetime'],
}

/** What the older plugin sends. */
export const LEGACY_ERROR: Partial<Report> = {
  when: isOf('legacy'),
  event: () => 'event_alert.triggered',
  meaning: (body) => meaningOf(textAt(body, 'data', 'level')),
  name: ['found.title', 'data.message', () => 'An error'],
  url: pageIn('data'),
  text: codeIn('data.culprit'),
  fields: {
    Project: ['data.project_name', 'data.project_slug'],
    Environment: ['found.environment', tagIn('environment')],
    Release: 'found.release',
  },
  incident: 'data.id',
}

function meaningOf(level: string): Meaning {
  const known = level || 'error'
  return open(worded(known), levelColor(known))
}

const PROJECT = /\/projects\/[^/]{1,100}\/([^/]{1,100})\//

/** Errors name their project only in addresses of the API. */
function projectOf(body: unknown): string {
  const urls = ['url', 'issue_url'].map((name) => textAt(body, 'found', name).slice(0, 1_000))
  return urls.map((url) => PROJECT.exec(url)?.[1] ?? '').find((slug) => slug !== '') ?? ''
}
