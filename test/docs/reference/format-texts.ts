/** What docs/formats.md says of a format, beside what the format says itself. */
export interface FormatTexts {
  /** What sends it. */
  readonly sender: string
  /** What its requests are recognised by. Left out: only the URL says so. */
  readonly recognisedBy?: string
}

/** By the name of the format, in the order of the page. */
export const FORMAT_TEXTS: Readonly<Record<string, FormatTexts>> = {
  rocketchat: { sender: 'Rocket.Chat integrations', recognisedBy: 'as `slack`, or `msg`' },
  discord: {
    sender: 'Discord webhooks',
    recognisedBy:
      '`content` without members of others, `embeds`, `components` with their flag, or `poll`',
  },
  teams: {
    sender: 'Microsoft Teams: MessageCard and Adaptive Card',
    recognisedBy: '`"@type": "MessageCard"`, or a card in `attachments`',
  },
  googlechat: {
    sender: 'Google Chat: cards of both versions',
    recognisedBy: '`cardsV2` or `cards`',
  },
  text: { sender: 'anything that can send a text' },
  ntfy: {
    sender: 'ntfy clients: JSON, or a text with headers',
    recognisedBy: '`topic` and `message`; a text only by the URL',
  },
  gotify: { sender: 'Gotify clients', recognisedBy: '`message` with `priority` or `extras`' },
  apprise: {
    sender: "Apprise's `json://` and `form://`",
    recognisedBy: '`version`, `type`, `title` and `message`',
  },
  github: {
    sender: 'GitHub: repositories, organizations and apps',
    recognisedBy: 'the header `X-GitHub-Event`, or `sender` with `repository`',
  },
  gitlab: {
    sender: 'GitLab: projects, groups and system hooks',
    recognisedBy: 'the header `X-Gitlab-Event`, or `object_kind` with `project`',
  },
  gitea: {
    sender: 'Gitea, Forgejo and Gogs',
    recognisedBy: '`X-Gitea-Event`, `X-Forgejo-Event` or `X-Gogs-Event`',
  },
  bitbucket: {
    sender: 'Bitbucket Cloud and Data Center',
    recognisedBy: 'the header `X-Event-Key`',
  },
  azuredevops: {
    sender: 'Azure DevOps service hooks',
    recognisedBy: '`eventType`, `publisherId` and `resource`',
  },
  alertmanager: {
    sender: '`webhook_configs` of Prometheus Alertmanager',
    recognisedBy: '`alerts`, `groupKey` and `version` 4',
  },
  grafana: {
    sender: 'Grafana webhook contact points, and channels of Grafana 8 and older',
    recognisedBy: '`alerts` with `orgId`, or `ruleId` and `evalMatches`',
  },
  statuspage: {
    sender: 'Atlassian Statuspage',
    recognisedBy: '`page` with `incident` or `component_update`',
  },
  pagerduty: {
    sender: 'PagerDuty webhooks, version 3',
    recognisedBy:
      'the header `X-PagerDuty-Signature` or `X-Webhook-Subscription`, or `event.event_type` and `event.data`',
  },
  'pagerduty-events': {
    sender: "programs that use PagerDuty's Events API, version 2, and have a setting for its URL",
    recognisedBy: '`routing_key` and `event_action`',
  },
  sentry: {
    sender: 'Sentry integrations, and the older plugin',
    recognisedBy:
      'the header `Sentry-Hook-Resource`, or `action`, `data`, `installation` and `actor`',
  },
  uptimekuma: {
    sender: 'Uptime Kuma, as JSON or as a form',
    recognisedBy: '`msg`, `heartbeat` and `monitor`',
  },
  betterstack: {
    sender: 'Better Stack Uptime, which was Better Uptime',
    recognisedBy: '`data.type` `incident` or `monitor`, with its `data.attributes`',
  },
  sns: {
    sender: 'Amazon SNS: CloudWatch alarms, EventBridge events, notices from services, and texts',
    recognisedBy: 'the header `X-Amz-Sns-Message-Type`, or `Type` and `TopicArn`',
  },
  azure: {
    sender: 'Azure Monitor: the common alert schema, and older ones',
    recognisedBy: '`schemaId` and `data`, or `context` with `resourceId` and `portalLink`',
  },
  jira: { sender: 'Jira Cloud and Jira servers', recognisedBy: '`webhookEvent`' },
  healthchecks: { sender: 'Healthchecks.io' },
  datadog: { sender: 'Datadog' },
  cloudevents: {
    sender: 'CloudEvents 1.0 as JSON, in batches, or with headers',
    recognisedBy: 'the header `ce-specversion`, or `specversion`, `type`, `source` and `id`',
  },
  json: { sender: 'any program that sends JSON or a form ([how it is shown](#any-json))' },
}

/** Our own format, which is no entry of the registry. */
export const OWN_FORMAT = {
  sender: 'Slack and Mattermost webhooks: our own format',
  recognisedBy: '`text`, `attachments` or `blocks`',
}
