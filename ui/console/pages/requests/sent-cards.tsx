import { useEffect, useRef, useState } from 'preact/hooks'
import type { OpenedRequest } from '../../api/requests.js'
import { Card } from '../../parts/card.js'
import { Code, type CodePiece, CopyButton } from '../../parts/copying.js'
import { Link } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { useWebhook } from '../loaded.js'
import { copiedText, curlOf, outgoingOf, payloadOf, readable, sentPieces } from './sent.js'
import { whyNotKept } from './words.js'

interface SentProps {
  readonly request: OpenedRequest
}

/** What was sent, and what was answered. */
export function SentCards({ request }: SentProps) {
  const { headers, response, detail } = request
  const payload = payloadOf(request)
  return (
    <>
      <Card title="Body" action={<CopyAsCurl request={request} />}>
        {payload === '' ? (
          <NotKept request={request} />
        ) : (
          <Text name="Body of the request" pieces={sentPieces(payload, detail)} />
        )}
      </Card>
      {headers.length > 0 && (
        <Card title="Headers">
          <Text name="Headers of the request" pieces={[headers.join('\n')]} />
        </Card>
      )}
      {response !== '' && (
        <Card title="Response">
          <Text name="Body of the response" pieces={[readable(response)]} />
        </Card>
      )}
    </>
  )
}

/** Long texts are scrolled in their box, to the fault if there is one. */
function Text(props: { readonly name: string; readonly pieces: readonly CodePiece[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fault = box.current?.querySelector<HTMLElement>('.fault')
    const pre = box.current?.querySelector('pre')
    if (fault && pre) pre.scrollTop = fault.offsetTop - pre.clientHeight / 2
  }, [])
  return (
    <div ref={box} class="sent">
      <Code wraps said={`${props.name} copied`} {...props} />
    </div>
  )
}

function NotKept({ request }: SentProps) {
  const { me } = useSession()
  return (
    <p class="muted">
      {whyNotKept(request)} {me.admin && <Link to="console/logging">What is kept</Link>}
    </p>
  )
}

/** The command is shown only where the browser does not let pages copy: it contains the secret URL. */
function CopyAsCurl({ request }: SentProps) {
  const { url } = useWebhook().webhook
  const [isShown, setShown] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const command = curlOf(outgoingOf(request, url))
  return (
    <>
      <CopyButton
        small
        text={command}
        said={copiedText('Command copied.', request.body === null, url)}
        from={shown}
        reveal={() => setShown(true)}
      >
        Copy as curl
      </CopyButton>
      {isShown && (
        <div class="code code--wrap">
          <pre ref={shown} tabIndex={0} role="region" aria-label="curl command">
            <code>{command}</code>
          </pre>
        </div>
      )}
    </>
  )
}
