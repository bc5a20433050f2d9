import { cut, firstText, isWebUrl, phrase, type Report, textAt } from '../../kit.js'

/** What is known of all events of an issue. */
export const OF_ISSUE = {
  name: (body) => titleOf(body, keyIn(body, '')),
  url: pageIn,
  incident: ['issue.id', 'issue.key'],
  deliveryId: 'deliveryId',
  at: 'timestamp',
} satisfies Partial<Report>

/** A description or a comment is shown as far. */
export const LONGEST = 500

/** `TES-41`. */
export function keyIn(body: unknown, unknown: string): string {
  return cut(textAt(body, 'issue', 'key') || unknown, 40)
}

/** What happened, and the summary behind a colon. */
export function titleOf(body: unknown, happened: string): string {
  const summary = textAt(body, 'issue', 'fields', 'summary')
  return cut(phrase([happened, summary], ': ').replaceAll(/\s+/g, ' '), 180)
}

export function personIn(user: unknown): string {
  return firstText(user, 'displayName', 'name')
}

/** `https://shop.example/jira/rest/api/2/issue/1` is part of `https://shop.example/jira`. */
function pageIn(body: unknown): string {
  const self = textAt(body, 'issue', 'self')
  const end = self.indexOf('/rest/')
  const key = textAt(body, 'issue', 'key')
  // The address of the gateway is for programs only.
  if (end === -1 || key === '' || self.startsWith('https://api.atlassian.com/')) return ''
  const server = self.slice(0, end)
  const page = encodeURIComponent(key.slice(0, 100).toWellFormed())
  return isWebUrl(server) ? `${server}/browse/${page}` : ''
}
