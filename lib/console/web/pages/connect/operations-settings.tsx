import { coloured } from './coloured.js'
import type { Program } from './program.js'

/** Programs that watch, deploy and automate. */
export const OPERATIONS: readonly Program[] = [
  {
    name: 'zabbix',
    title: 'Zabbix',
    mark: 'Za',
    // Its texts are plain, so that a trigger is shown by its own name, and a name notifies nobody.
    format: 'apprise',
    steps: [
      <>
        Open <b>Alerts › Media types › Create media type</b> and choose the type <b>Webhook</b>.
      </>,
      <>
        Set the parameters <code>URL</code> to the webhook URL, <code>Event</code> to{' '}
        <code>{'{EVENT.ID}'}</code> and <code>Value</code> to <code>{'{EVENT.VALUE}'}</code>, and
        keep <code>Subject</code> and <code>Message</code>.
      </>,
      <>
        Use this as the <b>Script</b> (Zabbix 5.4 or later), and add <b>Message templates</b> for
        problems and for recoveries. Then add the media type to a user.
      </>,
    ],
    file: 'Script',
    keepsUrlApart: true,
    pieces: () =>
      coloured(String.raw`var params = JSON.parse(value);
var request = new HttpRequest();
request.addHeader('Content-Type: application/json');
if (/^\d+$/.test(params.Event)) {
  // A problem and its recovery are one post.
  request.addHeader('Correlation-Key: zabbix-' + params.Event);
  request.addHeader('Correlation-State: ' + (params.Value === '0' ? 'closed' : 'open'));
}
var answer = request.post(
  params.URL + '/apprise',
  JSON.stringify({
    version: '1.0',
    type: { 0: 'success', 1: 'failure' }[params.Value] || 'info',
    title: params.Subject,
    message: params.Message
  })
);
if (request.getStatus() !== 200) {
  throw 'The chat responded with ' + request.getStatus() + ': ' + answer;
}
return 'OK';`),
  },
  {
    name: 'argocd',
    title: 'Argo CD',
    mark: 'Ar',
    steps: [
      <>
        Store the URL as <code>chat-webhook-url</code> in the secret{' '}
        <code>argocd-notifications-secret</code>.
      </>,
      <>
        Add this to the config map <code>argocd-notifications-cm</code>.
      </>,
      <>
        Annotate applications with{' '}
        <code>notifications.argoproj.io/subscribe.on-sync-result.chat: ""</code>.
      </>,
    ],
    file: 'argocd-notifications-cm.yaml',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-notifications-cm
  namespace: argocd
data:
  service.webhook.chat: |
    url: $chat-webhook-url
    headers:
      - name: Content-Type
        value: application/json
  template.sync-result: |
    webhook:
      chat:
        method: POST
        body: |
          {"text": "**{{.app.metadata.name}}**: {{.app.status.operationState.phase}}"}
  trigger.on-sync-result: |
    - when: app.status.operationState != nil and app.status.operationState.phase in ['Succeeded', 'Error', 'Failed']
      send: [sync-result]`),
  },
  {
    name: 'flux',
    title: 'Flux',
    mark: 'Fl',
    steps: [
      <>
        Store the URL:{' '}
        <code>
          kubectl -n flux-system create secret generic chat-webhook --from-literal=address=…
        </code>
      </>,
      <>Apply a provider and an alert:</>,
    ],
    file: 'chat.yaml',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata:
  name: chat
  namespace: flux-system
spec:
  type: slack
  secretRef:
    name: chat-webhook
---
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata:
  name: chat
  namespace: flux-system
spec:
  providerRef:
    name: chat
  eventSeverity: info
  eventSources:
    - kind: Kustomization
      name: '*'
    - kind: HelmRelease
      name: '*'`),
  },
  {
    name: 'homeassistant',
    title: 'Home Assistant',
    mark: 'HA',
    steps: [
      <>
        Store the URL in <code>secrets.yaml</code> as <code>chat_webhook</code>.
      </>,
      <>
        Add this, restart, and call the action <code>rest_command.chat</code> with a{' '}
        <code>message</code> in automations.
      </>,
    ],
    file: 'configuration.yaml',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`rest_command:
  chat:
    url: !secret chat_webhook
    method: post
    content_type: application/json
    payload: '{"text": {{ message | to_json }}}'`),
  },
  {
    name: 'n8n',
    title: 'n8n',
    mark: 'n8',
    steps: [
      <>Copy this, and paste it into the canvas of a workflow.</>,
      <>
        Connect the node. It posts the <code>message</code> of each item.
      </>,
    ],
    file: 'Node',
    pieces: (url) =>
      coloured(
        JSON.stringify(
          {
            nodes: [
              {
                name: 'Notify the channel',
                type: 'n8n-nodes-base.httpRequest',
                typeVersion: 4.2,
                position: [0, 0],
                parameters: {
                  method: 'POST',
                  url,
                  sendBody: true,
                  specifyBody: 'json',
                  jsonBody: '={{ JSON.stringify({ text: $json.message }) }}',
                  options: {},
                },
              },
            ],
            connections: {},
          },
          null,
          2,
        ),
      ),
  },
]
