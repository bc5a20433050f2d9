import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import { fullTime } from 'express-incoming-webhooks-ui/times'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { OWN_FORMAT, type RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { postAddress } from '../../config.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Link } from '../../parts/link.js'
import { useSession } from '../../state/session.js'
import { millisecondsText } from '../../state/time.js'
import { curlOf } from './curl.js'
import { Fact } from './fact.js'
import { placeOf } from './place.js'
import { RequestHeaders, Response } from './request-text.js'

interface DetailsProps {
  readonly request: RecentRequest
  readonly webhook: Webhook
}

/** Everything that is stored of a request. */
export function Details({ request, webhook }: DetailsProps): JSX.Element {
  const { contentType, duration, errorId, ignored, userAgent } = request
  return (
    <>
      <dl class="facts">
        <Fact name="Received">{fullTime(request.time)}</Fact>
        {userAgent !== '' && <CodeFact name="Sent by" text={userAgent} />}
        {contentType !== '' && <CodeFact name="Content type" text={contentType} />}
        {request.format !== '' && <Fact name="Format">{formatName(request.format)}</Fact>}
        {request.event !== '' && <CodeFact name="Event" text={request.event} />}
        <Fact name="Size">{numberText(request.size)} bytes</Fact>
        {duration !== null && <Fact name="Duration">{millisecondsText(duration)}</Fact>}
        <PostedTo request={request} webhook={webhook} />
        <Messages request={request} webhook={webhook} />
        {ignored.length > 0 && (
          <Fact name="Ignored" row>
            {ignored.map((path, at) => (
              <code key={at}>{path}</code>
            ))}
          </Fact>
        )}
        {errorId !== '' && <CodeFact name="Error" text={errorId} />}
        <RequestId id={request.requestId} />
      </dl>
      <RequestHeaders headers={request.headers} />
      <Response request={request} />
      <CopyAsCurl request={request} webhook={webhook} />
    </>
  )
}

export function formatName(format: string): string {
  return format === OWN_FORMAT ? 'Slack or Mattermost' : format
}

/** Only where the title does not say all of it. */
function PostedTo({ request, webhook }: DetailsProps): JSX.Element | null {
  const { name, whyInFull } = placeOf(request, webhook)
  if (name === null || whyInFull === '') return null
  return (
    <Fact name="Posted to">
      {name}
      {whyInFull}
    </Fact>
  )
}

function Messages({ request, webhook }: DetailsProps): JSX.Element | null {
  const addresses = request.postIds.map(postAddress).filter((address) => address !== null)
  if (addresses.length === 0) return null
  const { name } = placeOf(request, webhook)
  return (
    <Fact name={addresses.length === 1 ? 'Message' : 'Messages'} row>
      {addresses.map((address, at) => (
        <a key={address} href={address}>
          {addresses.length === 1 ? openText(name) : `Part ${at + 1}`}
        </a>
      ))}
    </Fact>
  )
}

function openText(name: string | null): string {
  return name === null ? 'Open the message' : `Open in ${name}`
}

/** The id that the response, the sender's error and the log have in common. */
function RequestId({ id }: { id: string }): JSX.Element | null {
  const { me } = useSession()
  const shown = useRef<HTMLElement>(null)
  if (id === '') return null
  return (
    <Fact name="Request ID" row>
      <code ref={shown}>{id}</code>
      <CopyButton
        kind="ghost"
        small
        text={id}
        said="Request ID copied"
        select={() => selectTextOf(shown.current)}
      >
        Copy ID
      </CopyButton>
      {me.admin && <Link to={`console/logs?q=${encodeURIComponent(id)}`}>Find in Logs</Link>}
    </Fact>
  )
}

/** The command is shown only where the browser does not let pages copy: it contains the secret URL. */
function CopyAsCurl({ request, webhook }: DetailsProps): JSX.Element {
  const { url } = webhook
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
          select={() => {
            setShown(true)
            setTimeout(() => selectTextOf(shown.current))
          }}
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

function CodeFact({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <Fact name={name}>
      <code>{text}</code>
    </Fact>
  )
}
