import { listRequests, type RecentRequest } from '../../api/requests.js'
import { TabPanel, Tabs } from '../../parts/tabs.js'
import { type Loaded, useLoaded, usePolling } from '../../state/loading.js'
import { hookPath, navigateWithin, type PartName, useChoice } from '../../state/route.js'
import { LoadedWebhook, type WebhookProps } from '../loaded-webhook.js'
import { QuestionDialog, QUESTIONS } from './dialogs.js'
import { EditForm } from './edit-form.js'
import { About, RequestCounts } from './facts.js'
import { Head, Notices } from './head.js'
import { Incidents } from './incidents.js'
import { Requests } from './requests.js'
import { SecretCard } from './secret-card.js'
import { SenderCard } from './sender-card.js'

const POLL_MS = 3000
const PATHS = { requests: '', incidents: '/incidents', edit: '/edit' } as const

/** One webhook: its requests, its settings, its secrets. */
export function WebhookPage({ id, tab }: { id: string; tab: PartName }) {
  return <LoadedWebhook id={id}>{(props) => <Shown {...props} tab={tab} />}</LoadedWebhook>
}

function Shown({ webhook, put, tab }: WebhookProps & { readonly tab: PartName }) {
  const requests = useLoaded(() => listRequests(webhook.id))
  usePolling(requests.reload, POLL_MS)
  const [question, ask] = useChoice('ask', QUESTIONS)
  const list = requests.value ?? []
  const lastUsed = Math.max(webhook.lastUsed, lastPosted(list))
  return (
    <>
      <Head webhook={webhook} lastUsed={lastUsed} put={put} ask={ask} />
      <Notices webhook={webhook} />
      <div class="split">
        <div class="stack">
          <SecretCard name="regenerate" webhook={webhook} ask={ask} />
          <section class="card" aria-label="Requests and settings">
            <PartTabs id={webhook.id} tab={tab} requests={requests} />
            <TabPanel name="requests" chosen={tab}>
              <Requests webhook={webhook} requests={requests} sendTest={() => ask('test')} />
            </TabPanel>
            <TabPanel name="incidents" chosen={tab}>
              {tab === 'incidents' && <Incidents webhook={webhook} />}
            </TabPanel>
            <TabPanel name="edit" chosen={tab}>
              <EditForm webhook={webhook} put={put} />
            </TabPanel>
          </section>
        </div>
        <aside class="stack" aria-label="Facts">
          <About webhook={webhook} />
          {list.length > 0 && <RequestCounts requests={list} />}
          <SenderCard webhook={webhook} put={put} />
          <SecretCard name="signing" webhook={webhook} ask={ask} />
        </aside>
      </div>
      <QuestionDialog
        question={question}
        webhook={webhook}
        put={put}
        posted={requests.reload}
        close={() => ask('')}
      />
    </>
  )
}

// The record is updated only once a minute.
function lastPosted(requests: readonly RecentRequest[]): number {
  return requests.find((request) => request.status === 200)?.time ?? 0
}

interface PartTabsProps {
  readonly id: string
  readonly tab: PartName
  readonly requests: Loaded<readonly RecentRequest[]>
}

/** Tabs, each with its own URL. */
function PartTabs({ id, tab, requests }: PartTabsProps) {
  const count = requests.value?.length ?? 0
  return (
    <Tabs
      label="Webhook sections"
      listClass="tabs tabs--card"
      tabClass="tab"
      chosen={tab}
      onChoose={(name) => navigateWithin(hookPath(id, PATHS[name]))}
      tabs={[
        {
          name: 'requests',
          content: <>Recent requests {count > 0 && <span class="tab__n">{count}</span>}</>,
        },
        { name: 'incidents', content: 'Incidents' },
        { name: 'edit', content: 'Edit' },
      ]}
    />
  )
}
