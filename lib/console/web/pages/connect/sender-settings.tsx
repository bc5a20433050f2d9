import { coloured } from './coloured.js'
import { fieldCode } from './field-code.js'
import type { Program } from './program.js'
import { ownSecret, theirSecret } from './signature-step.js'

const DATADOG = `{
  "id": "$ID",
  "title": "$EVENT_TITLE",
  "body": "$EVENT_MSG",
  "date": "$DATE",
  "event_type": "$EVENT_TYPE",
  "alert_id": "$ALERT_ID",
  "alert_title": "$ALERT_TITLE",
  "alert_transition": "$ALERT_TRANSITION",
  "alert_type": "$ALERT_TYPE",
  "alert_status": "$ALERT_STATUS",
  "alert_scope": "$ALERT_SCOPE",
  "alert_cycle_key": "$ALERT_CYCLE_KEY",
  "aggreg_key": "$AGGREG_KEY",
  "hostname": "$HOSTNAME",
  "tags": "$TAGS",
  "priority": "$PRIORITY",
  "link": "$LINK",
  "snapshot": "$SNAPSHOT"
}`

/** Services whose own webhooks are read as they are. */
export const SENDERS: readonly Program[] = [
  {
    name: 'sentry',
    title: 'Sentry',
    mark: 'Se',
    format: 'sentry',
    steps: [
      <>
        Open <b>Settings › Custom Integrations › Create New Integration › Internal Integration</b>.
      </>,
      <>
        Paste the URL, turn on <b>Alert Rule Action</b>, give it the permission{' '}
        <b>Issue &amp; Event: Read</b>, and choose the webhooks <b>issue</b> and <b>comment</b>.
      </>,
      theirSecret('Client Secret', 'of the integration'),
      <>
        In alert rules, add the action <b>Send a notification via …</b> with this integration.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Webhook URL', url]),
  },
  {
    name: 'pagerduty',
    title: 'PagerDuty',
    mark: 'PD',
    format: 'pagerduty',
    steps: [
      <>
        Open <b>Integrations › Generic Webhooks (v3) › New Webhook</b>, and paste the URL.
      </>,
      <>Choose the scope and the events of incidents.</>,
      theirSecret('secret', 'that PagerDuty shows when the webhook is made'),
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Webhook URL', url]),
  },
  {
    name: 'pagerduty-events',
    title: 'Instead of PagerDuty',
    mark: 'PE',
    format: 'pagerduty-events',
    steps: [
      <>
        Where a program that pages PagerDuty lets you change the address of its Events API (v2), use
        this one.
      </>,
      <>Any routing key will do: the URL is the secret.</>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Events URL', `${url}/v2/enqueue`], ['Routing key', 'any']),
  },
  {
    name: 'jira',
    title: 'Jira',
    mark: 'Ji',
    format: 'jira',
    steps: [
      <>
        Open <b>Settings › System › WebHooks › Create a WebHook</b>, and paste the URL.
      </>,
      <>
        Choose the events of issues and comments, and with JQL those of your project. Leave{' '}
        <b>Exclude body</b> off.
      </>,
      ownSecret('Secret', 'Bitbucket'),
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['URL', url]),
  },
  {
    name: 'statuspage',
    title: 'Statuspage',
    mark: 'SP',
    format: 'statuspage',
    steps: [
      <>
        On the page of the service, choose <b>Subscribe to updates</b> and the tab for webhooks.
      </>,
      <>Paste the URL. Incidents and changes of components become messages.</>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Webhook URL', url]),
  },
  {
    name: 'sns',
    title: 'AWS SNS, CloudWatch',
    mark: 'AW',
    format: 'sns',
    steps: [
      <>Subscribe the URL to a topic, such as the one that your CloudWatch alarms notify:</>,
      <>
        A message with a link to confirm the subscription appears in the channel. Open it if you
        expect it.
      </>,
    ],
    file: 'Shell',
    pieces: (url) => [
      'aws sns subscribe --protocol https --topic-arn ',
      { kind: 'string', text: '"$TOPIC_ARN"' },
      ' \\\n  --notification-endpoint ',
      { kind: 'string', text: `"${url}"` },
    ],
  },
  {
    name: 'azure',
    title: 'Azure Monitor',
    mark: 'Az',
    format: 'azure',
    steps: [
      <>
        Open <b>Monitor › Alerts › Action groups</b>, add the action <b>Webhook</b>, and paste the
        URL.
      </>,
      <>
        Turn on <b>Enable the common alert schema</b>.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['URI', url]),
  },
  {
    name: 'datadog',
    title: 'Datadog',
    mark: 'DD',
    format: 'datadog',
    steps: [
      <>
        Open <b>Integrations › Webhooks › New</b>, and paste the URL with <code>/datadog</code> at
        its end.
      </>,
      <>Use this as the payload. Its variables are Datadog's own.</>,
      <>
        Mention <code>@webhook-NAME</code> in the message of a monitor.
      </>,
    ],
    file: 'Payload',
    keepsUrlApart: true,
    pieces: () => coloured(DATADOG),
  },
  {
    name: 'cloudevents',
    title: 'CloudEvents',
    keywords: 'Knative, Azure Event Grid, Eventarc',
    mark: 'CE',
    format: 'cloudevents',
    steps: [
      <>
        Use the URL as the sink of events, for example of Knative or Azure Event Grid. Both content
        modes, structured and binary, are read. From a shell:
      </>,
    ],
    file: 'Shell',
    pieces: (url) =>
      coloured(`curl -H 'Content-Type: application/cloudevents+json' -d '{
  "specversion": "1.0",
  "id": "1",
  "type": "com.example.backup.finished",
  "source": "/hosts/db1",
  "data": {"size": "41 GB"}
}' '${url}'`),
  },
  {
    name: 'text',
    title: 'Plain text',
    mark: 'Tx',
    format: 'text',
    steps: [<>The output of a command, as it is:</>],
    file: 'Shell',
    pieces: (url) => ['df -h | curl --data-binary @- ', { kind: 'string', text: `'${url}/text'` }],
  },
]
