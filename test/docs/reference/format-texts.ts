/** What docs/formats.md says of a format, beside what the format says itself. */
export interface FormatTexts {
  /** What its name does not say, such as what sends it. */
  readonly note?: string
  /** What its requests are recognised by. Left out: only the URL says so. */
  readonly recognisedBy?: string
}

/** By the name of the format, in the order of the page. */
export const FORMAT_TEXTS: Readonly<Record<string, FormatTexts>> = {
  rocketchat: { recognisedBy: 'as `slack`, or `msg`' },
  discord: {
    recognisedBy:
      '`content` without members of others, `embeds`, `components` with their flag, or `poll`',
  },
  teams: {
    note: 'MessageCard and Adaptive Card',
    recognisedBy: '`"@type": "MessageCard"`, or a card in `attachments`',
  },
  googlechat: { recognisedBy: '`cardsV2` or `cards`' },
  text: { note: 'any text' },
  ntfy: { recognisedBy: '`topic` and `message`; a text only by the URL' },
  gotify: { recognisedBy: '`message` with `priority` or `extras`' },
  apprise: {
    note: '`json://` and `form://`',
    recognisedBy: '`version`, `type`, `title` and `message`',
  },
  github: { recognisedBy: 'the header `X-GitHub-Event`, or `sender` with `repository`' },
  gitlab: { recognisedBy: 'the header `X-Gitlab-Event`, or `object_kind` with `project`' },
  gitea: { recognisedBy: '`X-Gitea-Event`, `X-Forgejo-Event` or `X-Gogs-Event`' },
  bitbucket: { recognisedBy: 'the header `X-Event-Key`' },
  azuredevops: { recognisedBy: '`eventType`, `publisherId` and `resource`' },
  alertmanager: { note: '`webhook_configs`', recognisedBy: '`alerts`, `groupKey` and `version` 4' },
  grafana: { recognisedBy: '`alerts` with `orgId`, or `ruleId` and `evalMatches`' },
  statuspage: { recognisedBy: '`page` with `incident` or `component_update`' },
  pagerduty: {
    note: 'webhooks of version 3',
    recognisedBy:
      'the header `X-PagerDuty-Signature` or `X-Webhook-Subscription`, or `event.event_type` and `event.data`',
  },
  'pagerduty-events': {
    note: 'the Events API of version 2',
    recognisedBy: '`routing_key` and `event_action`',
  },
  sentry: {
    recognisedBy:
      'the header `Sentry-Hook-Resource`, or `action`, `data`, `installation` and `actor`',
  },
  uptimekuma: { recognisedBy: '`msg`, `heartbeat` and `monitor`' },
  betterstack: { recognisedBy: '`data.type` `incident` or `monitor`, with its `data.attributes`' },
  sns: {
    note: 'Amazon SNS',
    recognisedBy: 'the header `X-Amz-Sns-Message-Type`, or `Type` and `TopicArn`',
  },
  azure: {
    note: 'Azure Monitor',
    recognisedBy: '`schemaId` and `data`, or `context` with `resourceId` and `portalLink`',
  },
  jira: { recognisedBy: '`webhookEvent`' },
  healthchecks: {},
  datadog: {},
  cloudevents: {
    recognisedBy: 'the header `ce-specversion`, or `specversion`, `type`, `source` and `id`',
  },
  json: { note: '[any JSON](#any-json) or form' },
}

/** Our own format, which is no entry of the registry. */
export const OWN_FORMAT = {
  note: 'our own format',
  recognisedBy: '`text`, `attachments` or `blocks`',
}
