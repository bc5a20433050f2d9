import { Button, Icon, longTime } from 'express-incoming-webhooks-ui'
import { useRef } from 'preact/hooks'
import { listRequests, type LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Card, HeadedCard } from '../../parts/card.js'
import { CopyBox, CopyButton } from '../../parts/copying.js'
import { WebhookAvatar, WebhookChannel } from '../../parts/looks.js'
import { useTestMessage } from '../../parts/test-message.js'
import { OWN_FORMAT } from '../../program.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { hookPath, Link, requestPath, useParameter } from '../../state/route.js'
import { LoadedWebhook, useWebhook, WebhookHead } from '../loaded.js'
import { deedOf, isBad, reasonOf } from '../requests/words.js'
import { UnreadableUrl } from '../webhook/secret-card.js'
import { isLocal, marked, Programs, TryIt } from './programs.js'

/** What a program needs to post. Shown after a webhook was added, and on request. */
export function ConnectPage({ id }: { id: string }) {
  return (
    <LoadedWebhook id={id}>
      <Connect />
    </LoadedWebhook>
  )
}

function Connect() {
  const { url } = useWebhook().webhook
  return (
    <>
      <Head />
      <div class="stack">
        <Card title="Webhook URL">
          {url === null ? <UnreadableUrl /> : <UrlBox url={url} />}
          <Arrival />
        </Card>
        <TestCard />
        {url !== null && <Programs url={url} />}
        {url !== null && <TryIt url={url} />}
      </div>
    </>
  )
}

function Head() {
  const { webhook } = useWebhook()
  const { displayName, channelLocked } = webhook
  const [added] = useParameter('added')
  const isNew = added !== ''
  return (
    <WebhookHead
      here={isNew ? 'Added' : 'Connect a program'}
      title={isNew ? `${displayName} is ready` : `Connect ${displayName}`}
      picture={
        isNew ? (
          <span class="av av--l av--hook av--done" aria-hidden="true">
            <Icon name="check" size="large" />
          </span>
        ) : (
          <WebhookAvatar webhook={webhook} size="large" />
        )
      }
      text={
        <>
          Posts to <WebhookChannel webhook={webhook} />
          {channelLocked && (
            <span class="tag">
              <Icon name="lock" size="small" />
              locked to this channel
            </span>
          )}
        </>
      }
    >
      <Link class="btn" to="add">
        Add another
      </Link>
      <Link class="btn" to={hookPath(webhook.id)}>
        Open webhook
      </Link>
    </WebhookHead>
  )
}

function TestCard() {
  const test = useTestMessage(useWebhook().webhook)
  return (
    <HeadedCard
      title="Send a test message"
      text="Sent through the webhook, like a request from another program."
    >
      <div class="card__body">
        {test.field(<Button {...test.button} />)}
        {test.result}
      </div>
    </HeadedCard>
  )
}

/** The whole URL, and how to treat it. */
function UrlBox({ url }: { url: string }) {
  const { id } = useWebhook().webhook
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CopyBox id="url" label="Webhook URL" value={url} field={input}>
        <CopyButton kind="primary" text={url} said="URL copied" from={input}>
          Copy URL
        </CopyButton>
      </CopyBox>
      {isLocal(url) && (
        <p class="hint mt-3 with-icon">
          <Icon name="warning" size="small" />
          <span>
            This URL only works on this computer. For programs elsewhere, set <code>SITE_URL</code>,
            or the option <code>siteUrl</code>, to the public address of the server.
          </span>
        </p>
      )}
      <p class="hint mt-3 with-icon">
        <Icon name="key" size="small" />
        <span>
          Anyone with this URL can post here. Treat it like a password: keep it out of code and
          tickets. If it leaks, <Link to={`${hookPath(id)}?ask=regenerate`}>regenerate it</Link>.
        </span>
      </p>
    </>
  )
}

const POLL_MS = 2_000

/** Tells that the program has reached the webhook, as soon as it has. */
function Arrival() {
  const { webhook } = useWebhook()
  const { value, reload } = useLoaded(() => listRequests(webhook.id, { per_page: 1 }))
  usePolling(reload, POLL_MS)
  // Only what arrives from now on comes from the program that is being connected.
  const known = useRef<string | null>(null)
  if (value === null) return null
  const [latest] = value
  known.current ??= latest?.id ?? ''
  const isNew = latest !== undefined && latest.id !== known.current
  return (
    <p class="arrival with-icon" role="status">
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

function waitingFor(last: number) {
  if (last === 0) return 'Waiting for the first request…'
  return `Last request ${longTime(last)}. Waiting for the next one…`
}

function Arrived({ request }: { request: LoggedRequest }) {
  const { webhook } = useWebhook()
  const bad = isBad(request)
  return (
    <>
      <span class={bad ? 'dot dot--bad' : 'dot dot--ok'} aria-hidden="true" />
      <span>
        {marked(bad ? `Refused: ${reasonOf(request).title}` : outcomeOf(request, webhook))},{' '}
        {longTime(request.time)}.{' '}
        <Link to={requestPath(webhook.id, request.id)}>Open the request</Link>
      </span>
    </>
  )
}

function outcomeOf(request: LoggedRequest, webhook: Webhook) {
  const { format, event, outcome, replayed } = request
  if (replayed) return 'A repeated request arrived and got its first response again'
  const isOwn = format === '' || format === OWN_FORMAT
  const what = isOwn ? 'A request' : `A request from ${format}${event === '' ? '' : ` (${event})`}`
  if (outcome === 'skipped') return `${what} arrived and was not shown`
  return `${what} arrived: ${deedOf(request, webhook)}`
}
