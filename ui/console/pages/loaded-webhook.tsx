import { Face, Line, Skeleton } from 'express-incoming-webhooks-ui/skeleton'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { findWebhook, type Webhook } from '../api/webhooks.js'
import { useLoaded } from '../state/loading.js'
import { useSession } from '../state/session.js'
import { Failure, NoSuchWebhook } from './messages.js'

/** A webhook on its page, and how a newer record takes its place. */
export interface WebhookProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
}

interface LoadedWebhookProps {
  readonly id: string
  readonly children: (props: WebhookProps) => JSX.Element
}

/** A page about one webhook, as soon as it is loaded. */
export function LoadedWebhook({ id, children }: LoadedWebhookProps) {
  const { error, value, slow, reload, put } = useLoaded(() => findWebhook(id))
  const { refresh } = useSession()
  useEffect(() => {
    // Incoming webhooks have been turned off.
    if (error?.status === 501) refresh()
  }, [error])
  if (error?.status === 404) return <NoSuchWebhook />
  if (value !== null) return children({ webhook: value, put })
  if (error !== null) return <Failure error={error} retry={reload} />
  return slow ? <WebhookSkeleton /> : null
}

function WebhookSkeleton() {
  return (
    <Skeleton label="Loading the webhook">
      <div class="head">
        <div class="head__id">
          <Face />
        </div>
        <div class="head__text">
          <Line width={45} />
        </div>
      </div>
      <div class="split">
        <div class="stack">
          {[1, 2].map((each) => (
            <div key={each} class="card">
              <div class="card__body stack">
                <Line width={30} />
                <Line width={80} />
                <Line width={60} />
              </div>
            </div>
          ))}
        </div>
        <div class="card">
          <div class="card__body stack">
            <Line width={60} />
            <Line width={80} />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
