import { useRef } from 'preact/hooks'
import { listRequests, type RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Link } from '../../parts/link.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { hookPath } from '../../state/route.js'
import { longTime } from '../../state/time.js'
import { useWebhook } from '../loaded-webhook.js'
import { isRefused, OWN_FORMAT, placeOf, reasonOf } from '../webhook/request-words.js'

const POLL_MS = 2_000

/** Tells that the program has reached the webhook, as soon as it has. */
export function Arrival() {
  const { webhook } = useWebhook()
  const { value, reload } = useLoaded(() => listRequests(webhook.id))
  usePolling(reload, POLL_MS)
  // Only what arrives from now on comes from the program that is being connected.
  const known = useRef<string | null>(null)
  if (value === null) return null
  const [latest] = value
  known.current ??= latest?.requestId ?? ''
  const isNew = latest !== undefined && latest.requestId !== known.current
  return (
    <p class="arrival row" role="status">
      {isNew ? (
        <Arrived request={latest} />
      ) : (
        <>
          <span class="spin" aria-hidden="true" />
          {waitingFor(latest?.time ?? webhook.lastUsed)}
        </>
      )}
    </p>
  )
}

function waitingFor(last: number): string {
  if (last === 0) return 'Waiting for the first request…'
  return `Last request: ${longTime(last)}. Waiting for the next one…`
}

function Arrived({ request }: { request: RecentRequest }) {
  const { webhook } = useWebhook()
  const isBad = isRefused(request)
  return (
    <>
      <span class={isBad ? 'dot dot--bad' : 'dot dot--ok'} aria-hidden="true" />
      <span>
        {isBad ? `Refused: ${reasonOf(request).title}` : outcomeOf(request, webhook)},{' '}
        {longTime(request.time)}. <Link to={hookPath(webhook.id)}>Recent requests</Link>
      </span>
    </>
  )
}

function outcomeOf(request: RecentRequest, webhook: Webhook): string {
  const { format, event, skipped, replayed } = request
  if (replayed) return 'A repeated request arrived and got its first response again'
  const isOwn = format === '' || format === OWN_FORMAT
  const what = isOwn ? 'A request' : `A request from ${format}${event === '' ? '' : ` (${event})`}`
  if (skipped) return `${what} arrived and was not shown`
  const { name, whyInFull } = placeOf(request, webhook)
  return `${what} arrived and was posted${name === null ? '' : ` to ${name}${whyInFull}`}`
}
