import type { JSX } from 'preact'
import { fieldCode } from './field-code.js'
import type { Program } from './program.js'
import { ownSecret } from './signature-step.js'

const JSON_TYPE = 'application/json'

/** Which events to choose, where only some are worth a message. */
const EVENTS = (
  <>
    Choose the events. Those that nobody wants to read are left out, whatever you choose; the
    settings of this webhook say which are shown.
  </>
)

/** New and deleted branches and tags are told of by events of their own. */
function refEvents(push: string, created: string, deleted: string): JSX.Element {
  return (
    <>
      Choose the events. New and deleted branches and tags are <b>{created}</b> and <b>{deleted}</b>
      , beside <b>{push}</b>. Those that nobody wants to read are left out, whatever you choose.
    </>
  )
}

/** Code hosting: their own webhooks, read as they are. */
export const HOSTING: readonly Program[] = [
  {
    name: 'github',
    title: 'GitHub',
    mark: 'GH',
    format: 'github',
    steps: [
      <>
        Open <b>Settings › Webhooks › Add webhook</b> in the repository or organization, and paste
        these values.
      </>,
      refEvents('Pushes', 'Branch or tag creation', 'Branch or tag deletion'),
      ownSecret('Secret'),
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Payload URL', url], ['Content type', JSON_TYPE]),
  },
  {
    name: 'gitlab',
    title: 'GitLab',
    mark: 'GL',
    format: 'gitlab',
    steps: [
      <>
        Open <b>Settings › Webhooks › Add new webhook</b> in the project or group, and paste the
        URL.
      </>,
      EVENTS,
      <>
        Tags are told of by <b>Tag push events</b>, beside <b>Push events</b>.
      </>,
      ownSecret('Secret token'),
      <>
        Save, and choose <b>Test › Push events</b>.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['URL', url]),
  },
  {
    name: 'gitea',
    title: 'Gitea, Forgejo, Gogs',
    mark: 'Gi',
    format: 'gitea',
    steps: [
      <>
        Open <b>Settings › Webhooks › Add Webhook</b> in the repository, choose <b>Gitea</b> (or{' '}
        <b>Forgejo</b>, <b>Gogs</b>), and paste these values.
      </>,
      refEvents('Push', 'Create', 'Delete'),
      ownSecret('Secret'),
      <>
        Save, and press <b>Test Delivery</b>.
      </>,
    ],
    file: 'Fields',
    pieces: (url) =>
      fieldCode(['Target URL', url], ['HTTP Method', 'POST'], ['POST Content Type', JSON_TYPE]),
  },
  {
    name: 'bitbucket',
    title: 'Bitbucket',
    mark: 'Bb',
    format: 'bitbucket',
    steps: [
      <>
        Open <b>Repository settings › Webhooks › Add webhook</b>, and paste the URL.
      </>,
      EVENTS,
      ownSecret('Secret'),
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['URL', url]),
  },
  {
    name: 'azuredevops',
    title: 'Azure DevOps',
    mark: 'AD',
    format: 'azuredevops',
    steps: [
      <>
        Open <b>Project settings › Service hooks › Create subscription</b> and choose{' '}
        <b>Web Hooks</b>.
      </>,
      <>Choose one event; each has a subscription of its own.</>,
      <>Paste the URL, and leave all resource details and messages to send at “All”.</>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['URL', url]),
  },
]
