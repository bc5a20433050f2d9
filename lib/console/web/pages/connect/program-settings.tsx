import { FORMATS } from './format-settings.js'
import { HOSTING } from './hosting-settings.js'
import { LANGUAGES } from './language-settings.js'
import { MONITORING } from './monitoring-settings.js'
import { OPERATIONS } from './operations-settings.js'
import type { Program } from './program.js'
import { SENDERS } from './sender-settings.js'
import { jenkinsfile, node, workflow } from './program-code.js'

const COMMON: readonly Program[] = [
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
  MONITORING,
  COMMON,
  HOSTING,
  SENDERS,
  OPERATIONS,
  FORMATS,
  LANGUAGES,
].flat()
