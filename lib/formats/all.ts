import { closestName } from '../text/closest.js'
import { alertmanager } from './alerts/alertmanager.js'
import { grafana } from './alerts/grafana.js'
import { anyJson } from './any-json/index.js'
import { apprise } from './chats/apprise.js'
import { discord } from './chats/discord/index.js'
import { googlechat } from './chats/googlechat.js'
import { gotify } from './chats/gotify.js'
import { ntfy } from './chats/ntfy.js'
import { rocketchat } from './chats/rocketchat.js'
import { teams } from './chats/teams/index.js'
import { text } from './chats/text.js'
import type { FormatBody } from './format-request.js'
import type { Format } from './format.js'
import { azuredevops } from './forges/azuredevops/index.js'
import { bitbucket } from './forges/bitbucket/index.js'
import { gitea } from './forges/gitea/index.js'
import { github } from './forges/github/index.js'
import { gitlab } from './forges/gitlab/index.js'
import { azure } from './operations/azure/index.js'
import { betterstack } from './operations/betterstack.js'
import { cloudevents } from './operations/cloudevents.js'
import { datadog } from './operations/datadog.js'
import { healthchecks } from './operations/healthchecks.js'
import { jira } from './operations/jira/index.js'
import { pagerdutyEvents } from './operations/pagerduty-events.js'
import { pagerduty } from './operations/pagerduty.js'
import { sentry } from './operations/sentry/index.js'
import { sns } from './operations/sns/index.js'
import { statuspage } from './operations/statuspage.js'
import { uptimekuma } from './operations/uptimekuma.js'

/**
 * All formats of this package. If a request has headers of several formats, the first one in this
 * list reads it.
 */
export const allFormats: readonly Format[] = [
  rocketchat,
  discord,
  teams,
  googlechat,
  text,
  ntfy,
  gotify,
  apprise,
  gitea,
  gitlab,
  github,
  bitbucket,
  azuredevops,
  alertmanager,
  grafana,
  sentry,
  pagerduty,
  pagerdutyEvents,
  sns,
  cloudevents,
  jira,
  azure,
  uptimekuma,
  betterstack,
  statuspage,
  healthchecks,
  datadog,
  anyJson,
]

/** A format of the host's own, or the one of ours that has this name. Throws a `TypeError` for another name. */
export function ourFormat(given: Format | string): Format {
  if (typeof given !== 'string') return given
  const found = allFormats.find(({ name }) => name === given)
  if (found) return found
  const names = allFormats.map(({ name }) => name)
  const meant = closestName(given, names)
  throw new TypeError(
    `formats: ${JSON.stringify(given)} is not one of ${names.join(', ')}` +
      (meant === null ? '' : `; did you mean ${meant}?`),
  )
}

/** The format that a body is meant as although nobody has read it: one of the host's, or else of ours. */
export function formatLike(body: FormatBody, known: readonly Format[]): Format | undefined {
  if (body.kind !== 'json') return undefined
  const names = new Set(known.map(({ name }) => name))
  const formats = [...allFormats.filter(({ name }) => !names.has(name)), ...known]
  const request = { headers: {}, query: {}, body }
  const claiming = formats.find((format) => (format.detect?.(request) ?? null) !== null)
  // Chats come first, and their members have the names that others have, too.
  return claiming ?? formats.findLast((format) => format.looksLike?.(body.value) === true)
}
