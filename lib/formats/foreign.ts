import { isObject } from '../model/json.js'

type Members = Readonly<Record<string, unknown>>

/** A format of another program: how it is recognised, and what to do about it. */
export interface Dialect {
  readonly name: string
  /** The format that reads it. */
  readonly format: string
  /** Whether only the URL can name it, because its users write its requests. */
  readonly isNamedOnly?: true
  readonly matches: (body: Members) => boolean
  readonly advice: string
}

const CHOOSE_SLACK = 'choose Slack or Mattermost as the type of the receiver'

/** The first match wins: Grafana's alerts also look like Alertmanager's. */
const DIALECTS: readonly Dialect[] = [
  {
    name: 'Grafana',
    format: 'grafana',
    matches: ({ alerts, orgId, evalMatches, ruleUrl }) =>
      (Array.isArray(alerts) && orgId !== undefined) ||
      Array.isArray(evalMatches) ||
      typeof ruleUrl === 'string',
    advice: 'choose Slack as the integration of the contact point',
  },
  {
    name: 'Alertmanager',
    format: 'alertmanager',
    matches: ({ alerts, groupLabels }) => Array.isArray(alerts) && isObject(groupLabels),
    advice: 'use slack_configs instead of webhook_configs',
  },
  {
    name: 'Google Chat',
    format: 'googlechat',
    matches: ({ cards, cardsV2 }) => Array.isArray(cards) || Array.isArray(cardsV2),
    advice: CHOOSE_SLACK,
  },
  {
    name: 'PagerDuty',
    format: 'pagerduty',
    matches: ({ event }) => isObject(event) && typeof event['event_type'] === 'string',
    advice: "use PagerDuty's Slack extension, or translate the event to text",
  },
  {
    name: 'Sentry',
    format: 'sentry',
    matches: ({ action, data, actor, culprit, project_slug: project }) =>
      (typeof action === 'string' && isObject(data) && isObject(actor)) ||
      (typeof culprit === 'string' && typeof project === 'string'),
    advice: "use Sentry's Slack integration, or translate the event to text",
  },
  {
    name: 'GitHub',
    format: 'github',
    matches: ({ repository, sender }) => isObject(repository) && isObject(sender),
    advice: 'send a message from a GitHub Actions workflow instead',
  },
  {
    name: 'Apprise',
    format: 'apprise',
    matches: ({ version, title, message }) =>
      version !== undefined && typeof title === 'string' && typeof message === 'string',
    advice: 'use mmost:// or slack:// instead of json://',
  },
  {
    name: 'Discord',
    format: 'discord',
    matches: ({ content, embeds }) => typeof content === 'string' || Array.isArray(embeds),
    advice: `${CHOOSE_SLACK}, or send "text" instead of "content"`,
  },
  {
    name: 'Datadog',
    format: 'datadog',
    isNamedOnly: true,
    matches: ({ title, event_type: type, date, last_updated: updated }) =>
      typeof title === 'string' &&
      typeof type === 'string' &&
      (date !== undefined || updated !== undefined),
    advice: 'send "text" in its payload',
  },
  {
    name: 'Healthchecks',
    format: 'healthchecks',
    isNamedOnly: true,
    matches: ({ name, status, last_ping: last, code, now }) =>
      typeof name === 'string' &&
      typeof status === 'string' &&
      (last !== undefined || (typeof code === 'string' && now !== undefined)),
    advice: 'send "text" in its request body',
  },
]

/** Whose format a payload without content looks like, or null. */
export function dialectOf(value: unknown): Dialect | null {
  if (!isObject(value)) return null
  return DIALECTS.find(({ matches }) => matches(value)) ?? null
}
