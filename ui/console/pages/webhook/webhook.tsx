import { listRequests, type RecentRequest } from '../../api/requests.js'
import { TabPanel, Tabs } from '../../parts/tabs.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { hookPath, navigateWithin, type PartName } from '../../state/route.js'
import { LoadedWebhook, useWebhook } from '../loaded-webhook.js'
import { QuestionDialog } from './dialogs.js'
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
  return (
    <LoadedWebhook id={id}>
      <Shown tab={tab} />
    </LoadedWebhook>
  )
}

/** Its requests, incidents and settings are tabs, each with its own URL. */
function Shown({ tab }: { tab: PartName }) {
  const { webhook } = useWebhook()
  const requests = useLoaded(() => listRequests(webhook.id))
  usePolling(requests.reload, POLL_MS)
  const list = requests.value ?? []
  const count = list.length > 0 && <span class="tab__n">{list.length}</span>
  return (
    <>
      <Head lastUsed={Math.max(webhook.lastUsed, lastPosted(list))} />
      <Notices />
      <div class="split">
        <div class="stack">
          <SecretCard name="regenerate" />
          <section class="card" aria-label="Requests and settings">
            <Tabs
              label="Webhook sections"
              listClass="tabs tabs--card"
              tabClass="tab"
              chosen={tab}
              onChoose={(name) => navigateWithin(hookPath(webhook.id, PATHS[name]))}
              tabs={[
                { name: 'requests', content: <>Recent requests {count}</> },
                { name: 'incidents', content: 'Incidents' },
                { name: 'edit', content: 'Edit' },
              ]}
            />
            <TabPanel name="requests" chosen={tab}>
              <Requests requests={requests} />
            </TabPanel>
            <TabPanel name="incidents" chosen={tab}>
              {tab === 'incidents' && <Incidents />}
            </TabPanel>
            <TabPanel name="edit" chosen={tab}>
              <EditForm />
            </TabPanel>
          </section>
        </div>
        <aside class="stack" aria-label="Facts">
          <About />
          {list.length > 0 && <RequestCounts requests={list} />}
          <SenderCard />
          <SecretCard name="signing" />
        </aside>
      </div>
      <QuestionDialog posted={requests.reload} />
    </>
  )
}

// The record is updated only once a minute.
function lastPosted(requests: readonly RecentRequest[]): number {
  return requests.find((request) => request.status === 200)?.time ?? 0
}
