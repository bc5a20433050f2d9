import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { findWebhook, type Webhook } from '../../api/webhooks.js'
import { listRequests, type RecentRequest } from '../../api/requests.js'
import { labels } from '../../config.js'
import { Crumbs } from '../../parts/heading.js'
import { type Loaded, useLoaded, usePolling } from '../../state/loading.js'
import { type PartName, useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { Failure, NoSuchWebhook } from '../messages.js'
import { About, RequestCounts } from './facts.js'
import { WebhookHead } from './head.js'
import { WebhookNotices } from './notices.js'
import { Parts } from './parts.js'
import { Questions } from './questions.js'
import { SenderCard } from './sender-card.js'
import { SigningCard } from './signing-card.js'
import { WebhookSkeleton } from './skeleton.js'
import { UrlCard } from './url-card.js'

const POLL_MS = 3000

/** One webhook: its requests, its settings, its URL. */
export function WebhookPage({ id, tab }: { id: string; tab: PartName }): JSX.Element {
  const loaded = useLoaded(() => findWebhook(id))
  const { refresh } = useSession()
  const { error, value } = loaded
  useEffect(() => {
    if (error?.status === 501) refresh()
  }, [error])
  if (error?.status === 404) return <NoSuchWebhook />
  if (value !== null) return <Loaded webhook={value} put={loaded.put} tab={tab} />
  if (error !== null) return <Failure error={error} retry={loaded.reload} />
  return loaded.slow ? <WebhookSkeleton /> : <></>
}

interface LoadedProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly tab: PartName
}

function Loaded({ webhook, put, tab }: LoadedProps): JSX.Element {
  const requests = useLoaded(() => listRequests(webhook.id))
  usePolling(requests.reload, POLL_MS)
  const [question, ask] = useParameter('ask')
  const list = requests.value ?? []
  const lastUsed = Math.max(webhook.lastUsed, lastPosted(requests))
  return (
    <>
      <Crumbs
        steps={[
          { text: labels.integrations },
          { text: 'Incoming Webhooks', to: '' },
          { text: webhook.displayName },
        ]}
      />
      <WebhookHead webhook={webhook} lastUsed={lastUsed} put={put} ask={ask} />
      <WebhookNotices webhook={webhook} />
      <div class="split">
        <div class="stack">
          <UrlCard webhook={webhook} regenerate={() => ask('regenerate')} />
          <Parts webhook={webhook} put={put} tab={tab} requests={requests} ask={ask} />
        </div>
        <aside class="stack" aria-label="Facts">
          <About webhook={webhook} />
          {list.length > 0 && <RequestCounts requests={list} />}
          <SenderCard webhook={webhook} put={put} />
          <SigningCard webhook={webhook} replace={() => ask('signing')} />
        </aside>
      </div>
      <Questions
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
function lastPosted({ value }: Loaded<readonly RecentRequest[]>): number {
  return value?.find((request) => request.status === 200)?.time ?? 0
}
