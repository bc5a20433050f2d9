import type { CodePiece } from '../../parts/code.js'
import { FORMATS } from './format-settings.js'
import { HOSTING } from './hosting-settings.js'
import { LANGUAGES } from './language-settings.js'
import { OPERATIONS } from './operations-settings.js'
import type { Program } from './program.js'
import { SENDERS } from './sender-settings.js'
import { jenkinsfile, kuma, node, workflow } from './program-code.js'

const key = (text: string): CodePiece => ({ kind: 'key', text })
const value = (text: string): CodePiece => ({ kind: 'string', text })

const COMMON: readonly Program[] = [
  {
    name: 'alertmanager',
    title: 'Alertmanager',
    mark: 'AM',
    steps: [
      <>
        Add the receiver to <code>alertmanager.yml</code> and reload.
      </>,
    ],
    file: 'alertmanager.yml',
    pieces: (url) => [
      key('route'),
      ':\n  ',
      key('receiver'),
      ': chat\n',
      key('receivers'),
      ':\n  - ',
      key('name'),
      ': chat\n    ',
      key('slack_configs'),
      ':\n      - ',
      key('api_url'),
      ': ',
      value(url),
      '\n        ',
      key('send_resolved'),
      ': true\n        ',
      key('title'),
      ': ',
      value("'{{ .Status | toUpper }}: {{ .CommonLabels.alertname }}'"),
      '\n        ',
      key('text'),
      ': ',
      value(String.raw`'{{ range .Alerts }}{{ .Annotations.summary }}{{ "\n" }}{{ end }}'`),
    ],
  },
  {
    name: 'grafana',
    title: 'Grafana',
    mark: 'Gr',
    steps: [
      <>
        Open <b>Alerting › Contact points › Add contact point</b> and choose the type <b>Slack</b>.
      </>,
      <>
        Paste the URL into <b>Webhook URL</b> and press <b>Test</b>. Or provision it:
      </>,
    ],
    file: 'provisioning/alerting/chat.yaml',
    pieces: (url, channel) => [
      key('apiVersion'),
      ': 1\n',
      key('contactPoints'),
      ':\n  - ',
      key('orgId'),
      ': 1\n    ',
      key('name'),
      ': Chat\n    ',
      key('receivers'),
      ':\n      - ',
      key('uid'),
      `: chat-${channel}\n        `,
      key('type'),
      ': slack\n        ',
      key('settings'),
      ':\n          ',
      key('url'),
      ': ',
      value(url),
    ],
  },
  {
    name: 'jenkins',
    title: 'Jenkins',
    mark: 'Je',
    steps: [
      <>
        Store the URL as a <b>Secret text</b> credential named <code>chat-webhook</code>.
      </>,
      <>With the Mattermost Notification plugin, add this to the pipeline:</>,
    ],
    file: 'Jenkinsfile',
    keepsUrlApart: true,
    pieces: jenkinsfile,
  },
  {
    name: 'actions',
    title: 'GitHub Actions',
    mark: 'GH',
    steps: [
      <>
        Save the URL as the repository secret <code>CHAT_WEBHOOK_URL</code>.
      </>,
      <>Add a final step to the job:</>,
    ],
    file: '.github/workflows/deploy.yml',
    keepsUrlApart: true,
    pieces: workflow,
  },
  {
    name: 'kuma',
    title: 'Uptime Kuma',
    mark: 'UK',
    steps: [
      <>
        Open <b>Settings › Notifications › Setup Notification</b> and choose the type{' '}
        <b>Mattermost</b>.
      </>,
      <>
        Paste the values and press <b>Test</b>.
      </>,
    ],
    file: 'Fields',
    pieces: kuma,
  },
  {
    name: 'node',
    title: '@slack/webhook',
    mark: 'JS',
    steps: [<>Install the package and keep the URL in the environment.</>],
    file: 'notify.mjs',
    keepsUrlApart: true,
    pieces: node,
  },
]

export const PROGRAMS: readonly Program[] = [
  COMMON,
  HOSTING,
  SENDERS,
  OPERATIONS,
  FORMATS,
  LANGUAGES,
].flat()
