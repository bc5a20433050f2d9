import { coloured } from './coloured.js'
import { fieldCode } from './field-code.js'
import type { Program } from './program.js'
import { ownSecret } from './signature-step.js'

/** Programs that report outages, by webhooks of their own. */
export const MONITORING: readonly Program[] = [
  {
    name: 'alertmanager',
    title: 'Alertmanager',
    mark: 'AM',
    format: 'alertmanager',
    steps: [
      <>
        Add the receiver to <code>alertmanager.yml</code> and reload.
      </>,
      <>
        Leave <code>send_resolved</code> on, as it is by default: it ends the incident in its post.
      </>,
    ],
    file: 'alertmanager.yml',
    pieces: (url) =>
      coloured(`route:
  receiver: chat
receivers:
  - name: chat
    webhook_configs:
      - url: '${url}'`),
  },
  {
    name: 'grafana',
    title: 'Grafana',
    mark: 'Gr',
    format: 'grafana',
    steps: [
      <>
        Open <b>Alerting › Contact points › Add contact point</b> and choose the integration{' '}
        <b>Webhook</b>.
      </>,
      <>
        Paste the URL, and leave <b>Disable resolved message</b> off: that message ends the incident
        in its post.
      </>,
      <>
        {ownSecret('HMAC Signature › Secret')} Leave <b>Timestamp header</b> empty, or enter{' '}
        <code>X-Grafana-Alerting-Timestamp</code>.
      </>,
      <>
        Press <b>Test</b>, and save. Or provision it:
      </>,
    ],
    file: 'provisioning/alerting/chat.yaml',
    pieces: (url, channel) =>
      coloured(`apiVersion: 1
contactPoints:
  - orgId: 1
    name: Chat
    receivers:
      - uid: chat-${channel}
        type: webhook
        disableResolveMessage: false
        settings:
          url: '${url}'
          httpMethod: POST`),
  },
  {
    name: 'kuma',
    title: 'Uptime Kuma',
    mark: 'UK',
    format: 'uptimekuma',
    steps: [
      <>
        Open <b>Settings › Notifications › Setup Notification</b> and choose the type <b>Webhook</b>
        .
      </>,
      <>
        Paste the values and press <b>Test</b>.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Post URL', url], ['Request Body', 'Preset - application/json']),
  },
  {
    name: 'healthchecks',
    title: 'Healthchecks',
    mark: 'Hc',
    format: 'healthchecks',
    steps: [
      <>
        Open <b>Integrations</b> in the project and add <b>Webhook</b>.
      </>,
      <>
        Paste these values twice: for checks that go down, and for checks that go up. The URL names
        the format at its end.
      </>,
      <>Save, and send a test notification.</>,
    ],
    file: 'Fields',
    pieces: (url) =>
      fieldCode(
        ['URL', `${url}/healthchecks`],
        ['Request Method', 'POST'],
        ['Request Body', '$JSON'],
        ['Request Headers', 'Content-Type: application/json'],
      ),
  },
]
