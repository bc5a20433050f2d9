/** The formats of other programs, and the pieces that a host's own format builds messages of. */
export { alertmanager } from './alerts/alertmanager.js'
export { grafana } from './alerts/grafana.js'
export { allFormats } from './all.js'
export { apprise } from './chats/apprise.js'
export { discord } from './chats/discord/index.js'
export { googlechat } from './chats/googlechat.js'
export { gotify } from './chats/gotify.js'
export { ntfy } from './chats/ntfy.js'
export { rocketchat } from './chats/rocketchat.js'
export { teams } from './chats/teams/index.js'
export { text } from './chats/text.js'
export type { Card, CardField, Color, Draft } from './drafts/draft.js'
export {
  bold,
  code,
  fence,
  italic,
  joined,
  lines,
  link,
  list,
  markdown,
  type Piece,
  prose,
  quote,
  strike,
  type Text,
} from './drafts/pieces.js'
export type { FormFields } from './fields.js'
export type {
  EventFacts,
  Format,
  FormatAnswer,
  FormatBody,
  FormatReading,
  FormatReceipt,
  FormatRequest,
  JsonMembers,
  ReceiptPost,
} from './format.js'
export { azuredevops } from './hosting/azuredevops/index.js'
export { bitbucket } from './hosting/bitbucket/index.js'
export { gitea } from './hosting/gitea.js'
export { github } from './hosting/github/index.js'
export { gitlab } from './hosting/gitlab/index.js'
export { listAt, numberAt, textAt, timeAt } from './json-members.js'
export { azure } from './operations/azure/index.js'
export { cloudevents } from './operations/cloudevents.js'
export { datadog } from './operations/datadog.js'
export { healthchecks } from './operations/healthchecks.js'
export { jira } from './operations/jira/index.js'
export { pagerdutyEvents } from './operations/pagerduty-events.js'
export { pagerduty } from './operations/pagerduty.js'
export { sentry } from './operations/sentry/index.js'
export { sns } from './operations/sns/index.js'
export { statuspage } from './operations/statuspage.js'
export { uptimekuma } from './operations/uptimekuma.js'
