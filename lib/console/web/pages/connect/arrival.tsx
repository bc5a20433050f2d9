import type { JSX } from 'preact'
import { listRequests, OWN_FORMAT, type RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Link } from '../../parts/link.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { hookPath } from '../../state/route.js'
import { longTime } from '../../state/time.js'
import { isRefused } from '../webhook/facts.js'
import { reasonOf } from '../webhook/reason.js'

const POLL_MS = 2_000

/** Tells that the program has reached the webhook, as soon as it has. */
export function Arrival({ webhook }: { readonly webhook: Webhook }): JSX.Element | null {
  const { value, reload } = useLoaded(() => listRequests(webhook.id))
  usePolling(reload, POLL_MS)
  if (value === null) return null
  const [latest] = value
  return (
    <p class="arrival row" role="status">
      {latest === undefined ? (
        <>
          <span class="spin" aria-hidden="true" />
          Waiting for the first request…
        </>
      ) : (
        <Arrived request={latest} webhook={webhook} />
      )}
    </p>
  )
}

interface ArrivedProps {
  readonly request: RecentRequest
  readonly webhook: Webhook
}

function Arrived({ request, webhook }: ArrivedProps): JSX.Element {
  const isBad = isRefused(request)
  return (
    <>
      <span class={isBad ? 'dot dot--bad' : 'dot dot--ok'} aria-hidden="true" />
      <span>
        {isBad ? `Refused: ${reasonOf(request).title}` : outcomeOf(request)},{' '}
        {longTime(request.time)}. <Link to={hookPath(webhook.id)}>Recent requests</Link>
      </span>
    </>
  )
}

function outcomeOf({ format, event, skipped }: RecentRequest): string {
  const isOwn = format === '' || format === OWN_FORMAT
  const what = isOwn ? 'A request' : `A request of ${format}${event === '' ? '' : ` (${event})`}`
  return skipped ? `${what} arrived, and is not shown` : `${what} arrived, and was posted`
}
