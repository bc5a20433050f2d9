import { Button, fullTime, longTime, Notice, numberText } from 'express-incoming-webhooks-ui'
import type { ComponentProps, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { findRequest, type OpenedRequest } from '../../api/requests.js'
import { postAddress } from '../../config.js'
import { CopyButton } from '../../parts/copying.js'
import { MessagePage } from '../../parts/heading.js'
import { OutcomeWord, Time } from '../../parts/looks.js'
import { ANY_JSON } from '../../program.js'
import { useLoaded } from '../../state/loading.js'
import { useFormatTitles } from '../../state/names.js'
import { hookPath, Link, requestPath } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { millisecondsText } from '../../state/time.js'
import { LoadedWebhook, PagePending, useWebhook, WebhookHead } from '../loaded.js'
import { FactsCard } from '../webhook/facts.js'
import { PreviewCard, Refusal, Warnings } from './preview.js'
import { Replays, useReplay } from './replay.js'
import { SentCards } from './sent-cards.js'
import { isUnread, payloadOf } from './sent.js'
import { factsIn, isBad, placeOf, titleOf, toneOf } from './words.js'

interface RequestPageProps {
  /** Of its webhook. */
  readonly id: string
  readonly requestId: string
}

/** A request of the log: what became of it, and what was sent, if that is kept. */
export function RequestPage({ id, requestId }: RequestPageProps) {
  return (
    <LoadedWebhook id={id}>
      <Loaded id={requestId} />
    </LoadedWebhook>
  )
}

function Loaded({ id }: { id: string }) {
  const { webhook } = useWebhook()
  const loaded = useLoaded(() => findRequest(webhook.id, id))
  const { value, error, reload } = loaded
  if (value) return <Opened request={value} reload={reload} />
  if (error?.status === 404) return <NoSuchRequest />
  return <PagePending loaded={loaded} label="Loading the request" />
}

function NoSuchRequest() {
  const { webhook } = useWebhook()
  return (
    <MessagePage
      icon="search"
      title="Request not found"
      text="Requests are only kept for some time, and only so many of each webhook."
    >
      <Link class="btn" to={hookPath(webhook.id)}>
        Requests of {webhook.displayName}
      </Link>
    </MessagePage>
  )
}

interface RequestProps {
  readonly request: OpenedRequest
}

function Opened({ request, reload }: RequestProps & { readonly reload: () => void }) {
  const { webhook } = useWebhook()
  const { id, status, time, outcome } = request
  const [previewed, preview] = useState<string | null>(null)
  const replay = useReplay(request, reload)
  const isOffered = isUnread(request) && webhook.format !== ANY_JSON
  const button = payloadOf(request) !== '' && (
    <Button
      icon="eye"
      pressed={previewed !== null}
      onPress={() => preview(previewed !== null ? null : isOffered ? ANY_JSON : '')}
    >
      {isOffered ? 'Show it' : 'Preview'}
    </Button>
  )
  return (
    <>
      <WebhookHead
        here="Request"
        title={titleOf(request, webhook)}
        picture={<span class={`badge badge--code badge--${toneOf(status)}`}>{status}</span>}
        text={
          <>
            <span class="result">
              <OutcomeWord outcome={outcome} />
            </span>
            <Time at={time} text={longTime(time)} />
          </>
        }
      >
        {!isOffered && button}
        {replay.button}
        {payloadOf(request) !== '' && (
          <Link
            class="btn"
            to={`${hookPath(webhook.id, '/workbench')}?request=${encodeURIComponent(id)}`}
          >
            Open in the workbench
          </Link>
        )}
      </WebhookHead>
      <div class="split">
        <div class="stack">
          {replay.result}
          <Notices request={request} button={isOffered && button} />
          {previewed !== null && <PreviewCard id={id} suffix={previewed} />}
          <SentCards request={request} />
        </div>
        <aside class="stack" aria-label="Facts">
          <Result request={request} replays={replay.replays} />
          <About request={request} />
        </aside>
      </div>
      {replay.dialog}
    </>
  )
}

interface NoticesProps extends RequestProps {
  /** What can be done about a refusal. */
  readonly button: JSX.Element | false
}

/** What the owner should know or do. */
function Notices({ request, button }: NoticesProps) {
  const { id } = useWebhook().webhook
  const { outcome, event, deliveredBy, warnings } = request
  return (
    <>
      {isBad(request) && <Refusal {...request} button={button} />}
      {deliveredBy !== null && (
        <Notice kind="ok" title="Delivered later">
          by <Link to={requestPath(id, deliveredBy)}>another request</Link> with the same content.
        </Notice>
      )}
      {outcome === 'skipped' && (
        <Notice title="The webhook does not show this event.">
          The sender got the usual response. To show <code>{event}</code>, change{' '}
          <b>Include only</b> or <b>Exclude events</b> in{' '}
          <Link to={hookPath(id, '/edit')}>the settings</Link>.
        </Notice>
      )}
      <Warnings warnings={warnings} />
    </>
  )
}

/** The posts of a request that are no parts of one message. */
const LINKS: Readonly<Record<string, string>> = {
  edited: 'The incident',
  replied: 'The reply',
}

/** What became of it, and what it was about. */
function Result({ request, replays }: RequestProps & ComponentProps<typeof Replays>) {
  const { webhook } = useWebhook()
  const { format, waited, replayed, replayOf, ignored, errorId } = request
  const titleOfFormat = useFormatTitles([format])
  const { name, whyInFull } = placeOf(request, webhook)
  const addresses = request.postIds.map(postAddress).filter((address) => address !== null)
  const isOne = addresses.length === 1
  const open = name === null ? 'Open the message' : `Open in ${name}`
  const alike = (of: 'format' | 'event' | 'incident', text = request[of]) =>
    request[of] !== '' && (
      <Link to={`${hookPath(webhook.id)}?${of}=${encodeURIComponent(request[of])}`}>{text}</Link>
    )
  return (
    <FactsCard
      title="Result"
      facts={{
        Outcome: (
          <span class="result">
            <OutcomeWord outcome={request.outcome} />
          </span>
        ),
        'Posted to': whyInFull !== '' && `${name ?? ''}${whyInFull}`,
        [isOne ? 'Message' : 'Messages']: addresses.length > 0 && (
          <span class="row">
            {addresses.map((address, at) => (
              <a key={address} href={address}>
                {isOne ? open : (LINKS[request.actions[at] ?? ''] ?? `Part ${at + 1}`)}
              </a>
            ))}
          </span>
        ),
        Waited: waited > 0 && `${numberText(waited)} s in line`,
        Repeated: replayed && 'Got the first response again',
        Repeats: replayOf !== null && (
          <Link to={requestPath(webhook.id, replayOf)}>an earlier request</Link>
        ),
        'Sent again': replays.length > 0 && <Replays replays={replays} />,
        Format: alike('format', titleOfFormat(format)),
        Event: alike('event'),
        Incident: alike('incident'),
        ...factsIn(request),
        Ignored: ignored.length > 0 && <code>{ignored.join(', ')}</code>,
        Error: errorId !== '' && <code>{errorId}</code>,
      }}
    />
  )
}

/** How it arrived. */
function About({ request }: RequestProps) {
  const { time, userAgent, address, size, duration, requestId, isOldKey } = request
  return (
    <FactsCard
      title="Request"
      facts={{
        Received: fullTime(time),
        'Sent by': userAgent !== '' && <code>{userAgent}</code>,
        From: address !== '' && <code>{address}</code>,
        URL: isOldKey && 'The one from before the last change',
        'Content type': request.contentType !== '' && <code>{request.contentType}</code>,
        Size: `${numberText(size)} bytes`,
        Duration: duration !== null && millisecondsText(duration),
        'Request ID': requestId !== '' && <RequestId id={requestId} />,
      }}
    />
  )
}

/** The id that the response, the sender's error and the log have in common. */
function RequestId({ id }: { id: string }) {
  const { me } = useSession()
  const shown = useRef<HTMLElement>(null)
  return (
    <span class="row row--end">
      <code ref={shown}>{id}</code>
      <CopyButton kind="ghost" small text={id} said="Request ID copied" from={shown}>
        Copy ID
      </CopyButton>
      {me.admin && <Link to={`console/logs?q=${encodeURIComponent(id)}`}>Find in Logs</Link>}
    </span>
  )
}
