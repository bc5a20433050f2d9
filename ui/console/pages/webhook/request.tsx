import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Notice } from 'express-incoming-webhooks-ui/notice'
import { countText, numberText } from 'express-incoming-webhooks-ui/numbers'
import { fullTime } from 'express-incoming-webhooks-ui/times'
import { parsed } from 'express-incoming-webhooks-ui/wire'
import { useRef, useState } from 'preact/hooks'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { postAddress } from '../../config.js'
import { Code } from '../../parts/code.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Fold } from '../../parts/fold.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { OWN_FORMAT } from '../../program.js'
import { useFormatTitles } from '../../state/formats.js'
import { hookPath } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { clockTime, millisecondsText, sizeText } from '../../state/time.js'
import { marked } from '../connect/program-text.js'
import { useWebhook } from '../loaded-webhook.js'
import { Facts } from './facts.js'
import {
  curlOf,
  deedOf,
  isRefused,
  partsOf,
  placeOf,
  reasonOf,
  sentence,
  toneOf,
} from './request-words.js'

/** A request, with collapsed details. */
export function Request({ request }: RequestProps) {
  const { webhook } = useWebhook()
  const { warnings, duration } = request
  const parts = partsOf(request)
  const sender = request.userAgent === '' ? 'unnamed sender' : request.userAgent
  return (
    <details class="req">
      <summary class="req__row">
        <Time class="req__time" at={request.time} text={clockTime(request.time)} />
        <span class={`badge badge--code badge--${toneOf(request.status)}`}>{request.status}</span>
        <span class="req__what">
          {titleOf(request, webhook)}
          <small>
            {formatOf(request)}
            {sender}, {sizeText(request.size)}
            {duration !== null && `, ${millisecondsText(duration)}`}
          </small>
        </span>
        <span class="req__tags">
          {warnings.length > 0 && (
            <span class="badge badge--warn">{countText(warnings.length, 'warning')}</span>
          )}
          {parts > 1 && <span class="badge">{countText(parts, 'post')}</span>}
          {request.replayed && <span class="badge">repeated</span>}
          {request.skipped && <span class="badge">skipped</span>}
        </span>
        <Icon name="next" />
      </summary>
      <div class="req__more">
        {isRefused(request) && <Refusal request={request} />}
        {request.skipped && <Skipped event={request.event} />}
        {warnings.length > 0 && <Warnings request={request} />}
        <Details request={request} />
      </div>
    </details>
  )
}

/** `github pull_request.opened, `; nothing of our own format, which has no events. */
function formatOf({ format, event }: RecentRequest): string {
  if (format === '' || format === OWN_FORMAT) return ''
  return `${event === '' ? format : `${format} ${event}`}, `
}

function titleOf(request: RecentRequest, webhook: Webhook): string {
  const { status, message, errorId, skipped, event } = request
  if (status >= 400) return message || errorId || 'Refused'
  return skipped ? `Not shown: ${event}` : sentence(deedOf(request, webhook))
}

function Refusal({ request }: RequestProps) {
  const { title, text } = reasonOf(request)
  return (
    <Notice kind="bad">
      <p class="notice__title">{marked(title)}</p>
      <p>{text}</p>
    </Notice>
  )
}

function Skipped({ event }: { event: string }) {
  const { webhook } = useWebhook()
  return (
    <Notice>
      <p class="notice__title">The webhook does not show this event</p>
      <p>
        The sender got the usual response. To show <code>{event}</code>, change <b>Include only</b>{' '}
        or <b>Exclude events</b> in <Link to={hookPath(webhook.id, '/edit')}>the settings</Link>.
      </p>
    </Notice>
  )
}

function Warnings({ request }: RequestProps) {
  return (
    <div>
      <h3 class="mb-3">Warnings</h3>
      <ul class="warnings">
        {request.warnings.map(({ path, reason }, at) => (
          <li key={at}>
            <Icon name="warning" size="small" />
            <span>
              {path !== '' && (
                <>
                  <code>{path}</code>:{' '}
                </>
              )}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RequestProps {
  readonly request: RecentRequest
}

/** Everything that is stored of a request. */
function Details({ request }: RequestProps) {
  const { duration, headers, ignored, requestId, response } = request
  const titleOf = useFormatTitles([request.format])
  return (
    <>
      <Facts
        facts={{
          Received: fullTime(request.time),
          'Sent by': code(request.userAgent),
          'Content type': code(request.contentType),
          Format: titleOf(request.format),
          Event: code(request.event),
          Size: `${numberText(request.size)} bytes`,
          Duration: duration !== null && millisecondsText(duration),
          ...usePlaces(request),
          Ignored: ignored.length > 0 && (
            <span class="row">
              {ignored.map((path, at) => (
                <code key={at}>{path}</code>
              ))}
            </span>
          ),
          Error: code(request.errorId),
          'Request ID': requestId !== '' && <RequestId id={requestId} />,
        }}
      />
      {headers.length > 0 && (
        <Text
          title={`Headers (${headers.length})`}
          name="Headers of the request"
          said="Headers copied"
          text={headers.join('\n')}
        />
      )}
      {response !== '' && (
        <Text
          title={`Response (${request.status})`}
          name="Body of the response"
          said="Response copied"
          text={readable(response)}
        />
      )}
      <CopyAsCurl request={request} />
    </>
  )
}

function code(text: string) {
  return text !== '' && <code>{text}</code>
}

/** The posts of a request that are no parts of one message. */
const LINKS: Readonly<Partial<Record<string, string>>> = {
  edited: 'The incident',
  replied: 'The reply',
}

/** The posts that were made of a request, and where they are unless the title says all of it. */
function usePlaces(request: RecentRequest) {
  const { name, whyInFull } = placeOf(request, useWebhook().webhook)
  const addresses = request.postIds.map(postAddress).filter((address) => address !== null)
  const isOne = addresses.length === 1
  const open = name === null ? 'Open the message' : `Open in ${name}`
  return {
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
  }
}

/** The id that the response, the sender's error and the log have in common. */
function RequestId({ id }: { id: string }) {
  const { me } = useSession()
  const shown = useRef<HTMLElement>(null)
  return (
    <span class="row">
      <code ref={shown}>{id}</code>
      <CopyButton kind="ghost" small text={id} said="Request ID copied" from={shown}>
        Copy ID
      </CopyButton>
      {me.admin && <Link to={`console/logs?q=${encodeURIComponent(id)}`}>Find in Logs</Link>}
    </span>
  )
}

interface TextProps {
  readonly title: string
  readonly name: string
  readonly said: string
  readonly text: string
}

/** A text of a request. Rendered only while it is open, because the page lists up to 150 requests. */
function Text({ title, name, said, text }: TextProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Fold title={title} onToggle={setOpen}>
      {isOpen && <Code wraps name={name} said={said} pieces={[text]} />}
    </Fold>
  )
}

/** JSON with line breaks; a text that was cut is unchanged. */
function readable(body: string): string {
  const value = parsed(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}

/** The command is shown only where the browser does not let pages copy: it contains the secret URL. */
function CopyAsCurl({ request }: RequestProps) {
  const { url } = useWebhook().webhook
  const [isShown, setShown] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const command = curlOf(request, url)
  return (
    <>
      <div class="row row--between">
        <p class="hint">
          Payloads are not stored. The command sends the file <code>payload</code>
          {url === null && '; replace URL with the webhook URL'}.
        </p>
        <CopyButton
          small
          text={command}
          said={url === null ? 'Command copied' : 'Command copied. It contains the secret URL.'}
          from={shown}
          reveal={() => setShown(true)}
        >
          Copy as curl
        </CopyButton>
      </div>
      {isShown && (
        <div class="code">
          <pre ref={shown} tabIndex={0} role="region" aria-label="curl command">
            <code>{command}</code>
          </pre>
        </div>
      )}
    </>
  )
}
