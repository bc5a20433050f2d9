import type { SchemeName } from '../../lib/model/verification-fields.js'

/** What docs/programs.md says of one program, beside what is measured. */
export interface DocumentedProgram {
  readonly title: string
  readonly format: string
  /** A recorded request in `test/blackbox/suite/formats`, without `.json`. */
  readonly request: string
  readonly setUp: string
  /** What the program takes for success. */
  readonly success: string
  /** The scheme of `verification` that its requests can be checked by. */
  readonly signature?: SchemeName
}

const ANY_2XX = 'any 2xx'

export const DOCUMENTED: readonly DocumentedProgram[] = [
  {
    title: 'GitHub',
    format: 'github',
    request: 'github--webhooks-github-pull-request',
    setUp:
      '**Settings › Webhooks › Add webhook** of the repository or organization, with the content type `application/json`. Branches and tags have the events **Branch or tag creation** and **Branch or tag deletion**.',
    success: 'any 2xx within 10 s; never retried by itself',
    signature: 'github',
  },
  {
    title: 'GitLab',
    format: 'gitlab',
    request: 'gitlab--webhooks-gitlab-push-event',
    setUp: '**Settings › Webhooks › Add new webhook** of the project or group.',
    success: 'any 2xx; after 4 failures the webhook is turned off for a while, after 40 for good',
    signature: 'gitlab',
  },
  {
    title: 'Gitea, Forgejo, Gogs',
    format: 'gitea',
    request: 'gitea--webhooks-gitea-pull-request-event',
    setUp:
      '**Settings › Webhooks › Add Webhook** of the repository, type **Gitea** (**Forgejo**, **Gogs**), `POST`, `application/json`. Branches and tags have the events **Create** and **Delete**.',
    success: ANY_2XX,
    signature: 'gitea',
  },
  {
    title: 'Bitbucket',
    format: 'bitbucket',
    request: 'bitbucket--webhooks-bitbucket-pull-request-created',
    setUp: '**Repository settings › Webhooks › Add webhook**, in the cloud and on servers.',
    success: ANY_2XX,
    signature: 'bitbucket',
  },
  {
    title: 'Azure DevOps',
    format: 'azuredevops',
    request: 'azuredevops--webhooks-azuredevops-git.pullrequest.created',
    setUp:
      '**Project settings › Service hooks › Create subscription › Web Hooks**, one for each event.',
    success: ANY_2XX,
    signature: 'token',
  },
  {
    title: 'Alertmanager',
    format: 'alertmanager',
    request: 'alertmanager--made-alertmanager-diskalmostfull-1-firing',
    setUp:
      '`webhook_configs: [{ url: … }]` of a receiver. `slack_configs` work as well. To sign: `http_config: { authorization: { credentials: … } }`, and the scheme `token` with the header `Authorization` and the secret `Bearer …`.',
    success:
      'any 2xx; `webhook_configs` retry 5xx, and lose what gets a 429 or another 4xx if the group has ended by its next interval. `slack_configs` of new versions (0.35.0 was run) retry 429 too',
    signature: 'token',
  },
  {
    title: 'Grafana',
    format: 'grafana',
    request: 'grafana--made-grafana-diskalmostfull-1-firing',
    setUp:
      '**Alerting › Contact points › Add contact point**, integration **Webhook**, method POST. Leave _Disable resolved message_ off and the custom payload empty. Each [incident](incidents.md) is a group of alerts, as the notification policy makes them.',
    success:
      'any 2xx; with any other answer or none, Grafana does not try again before the next group interval, so alerts that have ended by then are lost',
    signature: 'grafana',
  },
  {
    title: 'Uptime Kuma',
    format: 'uptimekuma',
    request: 'uptimekuma--made-uptimekuma-17-1-down',
    setUp:
      '**Settings › Notifications › Setup Notification**, type **Webhook**, body **Preset - application/json**.',
    success: 'any 2xx; never retried',
  },
  {
    title: 'Healthchecks',
    format: 'healthchecks',
    request: 'healthchecks--made-healthchecks-json-1-down',
    setUp:
      '**Integrations › Webhook** of the project: `POST`, the URL with `/healthchecks` at its end, and the body `$JSON`, for down and for up.',
    success: 'any 2xx within 30 s; three tries',
  },
  {
    title: 'Sentry',
    format: 'sentry',
    request: 'sentry--made-sentry-metric-alert-1-critical',
    setUp:
      '**Settings › Custom Integrations › Internal Integration** with the URL and **Alert Rule Action**; then the action **Send a notification** in alert rules.',
    success: 'any 2xx within 1 s',
    signature: 'sentry',
  },
  {
    title: 'PagerDuty',
    format: 'pagerduty',
    request: 'pagerduty--made-pagerduty-pqq1aa2-1-triggered',
    setUp: '**Integrations › Generic Webhooks (v3) › New Webhook**.',
    success: 'any 2xx within 5 s; other 4xx than 429 are lost',
    signature: 'pagerduty',
  },
  {
    title: 'Programs that page PagerDuty',
    format: 'pagerduty-events',
    request: 'pagerduty-events--made-pagerduty-events-lag-db-7-1-trigger',
    setUp:
      'Where the address of the Events API v2 can be changed, the URL with `/v2/enqueue` at its end. Any routing key will do.',
    success: '202 with `"status":"success"`',
  },
  {
    title: 'AWS SNS and CloudWatch',
    format: 'sns',
    request: 'sns--made-sns-rds-free-storage-low-1-alarm',
    setUp:
      '`aws sns subscribe --protocol https`; then open the link in the message that asks to confirm the subscription.',
    success: 'any 2xx within 15 s',
  },
  {
    title: 'Azure Monitor',
    format: 'azure',
    request: 'azure--made-azure-cpu-over-90-1-fired',
    setUp: 'The action **Webhook** of an action group, with the common alert schema.',
    success: ANY_2XX,
  },
  {
    title: 'Datadog',
    format: 'datadog',
    request: 'datadog--made-datadog-monitor-1-triggered',
    setUp: '**Integrations › Webhooks › New**, the URL with `/datadog` at its end.',
    success: 'any 2xx within 15 s; 5xx are retried',
    signature: 'token',
  },
  {
    title: 'Statuspage',
    format: 'statuspage',
    request: 'statuspage--made-statuspage-lbkhbwn21v5q-1-investigating',
    setUp: '**Subscribe to updates** on the page, by webhook.',
    success: '2xx within 30 s',
  },
  {
    title: 'Jira',
    format: 'jira',
    request: 'jira--mattermost-plugin-jira-webhook-issue-updated-reopened',
    setUp: '**Settings › System › WebHooks › Create a WebHook**, with the events and JQL.',
    success: ANY_2XX,
    signature: 'bitbucket',
  },
  {
    title: 'CloudEvents',
    format: 'cloudevents',
    request: 'cloudevents--made-cloudevents-structured',
    setUp: 'The URL as a sink, in both content modes. The `OPTIONS` handshake is answered.',
    success: '2xx; 429 means slower',
  },
  {
    title: 'Apprise',
    format: 'apprise',
    request: 'apprise--made-apprise-json-warning',
    setUp:
      'The URL with the scheme `jsons://` (`json://` for http). Texts are plain; `?format=markdown&:format=markdown` at its end makes them Markdown.',
    success: '200',
  },
  {
    title: 'Discord',
    format: 'discord',
    request: 'discord--captured-alertmanager-0.34.2-discord',
    setUp: 'The URL as the Discord webhook.',
    success: '204, or 200 with a message object for `?wait=true`',
  },
  {
    title: 'Microsoft Teams',
    format: 'teams',
    request: 'teams--senders-alertmanager-msteamsv2',
    setUp: 'The URL as the webhook or workflow of a channel.',
    success: '200 with `1`',
  },
  {
    title: 'Google Chat',
    format: 'googlechat',
    request: 'googlechat--captured-flux-notification-controller-1.9.3-googlechat',
    setUp: 'The URL as the webhook of a space.',
    success: '200 with a message object',
  },
  {
    title: 'Rocket.Chat',
    format: 'rocketchat',
    request: 'rocketchat--captured-alertmanager-0.34.2-rocketchat',
    setUp: 'The URL with a slash somewhere in the key, as the console shows it.',
    success: '`{"success":true}`',
  },
  {
    title: 'ntfy',
    format: 'ntfy',
    request: 'ntfy--captured-apprise-2.2.0-ntfy',
    setUp:
      'The URL without the key as the server, and the key as the topic; or the URL as the server, and `ntfy` as the topic.',
    success: 'a message object',
  },
  {
    title: 'Gotify',
    format: 'gotify',
    request: 'gotify--captured-containrrr-shoutrrr-0.8.0-gotify',
    setUp: 'The URL as the server, with any token.',
    success: 'a message object with a number as its id',
  },
]

/** Programs that post through a command or a request of their own. */
export const WITHOUT_FORMAT: readonly (readonly [program: string, settings: string])[] = [
  [
    'cron',
    '`0 3 * * * backup || notify-chat "The backup failed"`, where `notify-chat` is the script',
  ],
  [
    'Monit',
    '`if failed port 443 then exec "/usr/local/bin/notify-monit" else if succeeded then exec "/usr/local/bin/notify-monit"`, where the last line of the script is `notify "$MONIT_SERVICE: $MONIT_DESCRIPTION"`',
  ],
  [
    'Nagios',
    'a command with `command_line /usr/local/bin/notify-chat "$NOTIFICATIONTYPE$: $HOSTALIAS$/$SERVICEDESC$ is $SERVICESTATE$: $SERVICEOUTPUT$"`, as the `service_notification_commands` of a contact',
  ],
  [
    'Icinga 2',
    'a `NotificationCommand` with `command = [ "/usr/local/bin/notify-chat" ]` and the argument `"$notification.type$: $host.display_name$/$service.display_name$ is $service.state$: $service.output$"`',
  ],
  [
    'Netdata',
    '`SEND_SLACK="YES"`, `SLACK_WEBHOOK_URL="<url>"` and `DEFAULT_RECIPIENT_SLACK="#"` in `health_alarm_notify.conf`',
  ],
  [
    'Node-RED',
    'a node **http request** with the method `POST` and the URL, behind one that sets `msg.payload` to `{"text": "…"}`',
  ],
  [
    'Ansible',
    '`ansible.builtin.uri: { url: <url>, method: POST, body_format: json, body: { text: "…" } }`',
  ],
  [
    'Zabbix',
    'a media type **Webhook** with the script that the console shows under _Connect a program_. A problem and its recovery are [one post](incidents.md), red and then green',
  ],
]
