import type { JSX } from 'preact'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { tabIds, Tabs } from '../../parts/tabs.js'
import type { Loaded } from '../../state/loading.js'
import { hookPath, navigateWithin, type PartName } from '../../state/route.js'
import { EditForm } from './edit-form.js'
import { Incidents } from './incidents.js'
import { Requests } from './requests.js'

interface PartsProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly tab: PartName
  readonly requests: Loaded<readonly RecentRequest[]>
  readonly ask: (question: string) => void
}

const PATHS = { requests: '', incidents: '/incidents', edit: '/edit' } as const

/** Tabs, each with its own URL. Those with inputs stay mounted, so that none gets lost. */
export function Parts({ webhook, put, tab, requests, ask }: PartsProps): JSX.Element {
  const count = requests.value?.length ?? 0
  return (
    <section class="card" aria-label="Requests and settings">
      <Tabs
        label="Webhook sections"
        listClass="tabs tabs--card"
        tabClass="tab"
        chosen={tab}
        onChoose={(name) => navigateWithin(hookPath(webhook.id, PATHS[name]))}
        tabs={[
          {
            name: 'requests',
            content: <>Recent requests {count > 0 && <span class="tab__n">{count}</span>}</>,
          },
          { name: 'incidents', content: 'Incidents' },
          { name: 'edit', content: 'Edit' },
        ]}
      />
      <div
        role="tabpanel"
        id={tabIds('requests').panel}
        aria-labelledby={tabIds('requests').tab}
        hidden={tab !== 'requests'}
      >
        <Requests webhook={webhook} requests={requests} ask={ask} />
      </div>
      <div
        role="tabpanel"
        id={tabIds('incidents').panel}
        aria-labelledby={tabIds('incidents').tab}
        hidden={tab !== 'incidents'}
      >
        {tab === 'incidents' && <Incidents webhook={webhook} />}
      </div>
      <div
        role="tabpanel"
        id={tabIds('edit').panel}
        aria-labelledby={tabIds('edit').tab}
        hidden={tab !== 'edit'}
      >
        <EditForm webhook={webhook} put={put} />
      </div>
    </section>
  )
}
