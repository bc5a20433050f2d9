import {
  ActionDialog,
  Button,
  type CallError,
  countText,
  longTime,
  Notice,
} from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import {
  listRequests,
  type LoggedRequest,
  type OpenedRequest,
  type Replayed,
  replayRequest,
} from '../../api/requests.js'
import { OUTCOME_LOOKS } from '../../parts/looks.js'
import { useAction, useLoaded, usePolling, useUnavailable } from '../../state/loading.js'
import { Link, requestPath } from '../../state/route.js'
import { marked } from '../connect/programs.js'
import { errorText, useWebhook } from '../loaded.js'
import { payloadOf } from './sent.js'
import { isBad, reasonOf, sentence, titleOf } from './words.js'

const POLL_MS = 3000
/** The newest requests of the webhook, among which those that repeat this one are found. */
const LATEST = 100

interface Done extends Replayed {
  /** The newest replay before it. */
  readonly before: string | undefined
}

/** How a request is sent again, and what it did. */
export function useReplay(request: OpenedRequest, reload: () => void) {
  const { id: hookId } = useWebhook().webhook
  const { id, deliveredBy } = request
  const { busy, error, run } = useAction()
  const unavailable = useUnavailable()
  const [isAsked, ask] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const listed = useLoaded(async () =>
    (await listRequests(hookId, { per_page: LATEST })).filter(({ replayOf }) => replayOf === id),
  )
  const replays = listed.value ?? []
  const newest = replays[0]
  const isLogged = done === null || newest?.id !== done.before
  const reloadAll = () => {
    reload()
    listed.reload()
  }
  // Another node may have written it, a moment later.
  usePolling(isLogged ? nothing : reloadAll, POLL_MS)
  const isDelivered = !isBad(request) || deliveredBy !== null
  const send = () => {
    ask(false)
    setDone(null)
    run(async () => {
      try {
        setDone({ ...(await replayRequest(hookId, id, isDelivered)), before: newest?.id })
      } finally {
        reloadAll()
      }
    })
  }
  return {
    /** False if nothing of it is kept. */
    button: payloadOf(request) !== '' && (
      <Button
        icon="again"
        busy={busy && 'Sending'}
        unavailable={unavailable}
        onPress={isDelivered ? () => ask(true) : send}
      >
        {isDelivered ? 'Send it again' : 'Replay'}
      </Button>
    ),
    dialog: isAsked && (
      <ActionDialog
        title="Send it again?"
        isQuestion
        onClose={() => ask(false)}
        action={{ onPress: send, children: 'Send it again' }}
      >
        <p>It was delivered. Sending it again posts it a second time.</p>
      </ActionDialog>
    ),
    result: (
      <>
        {done && <Result {...done} replay={isLogged ? newest : undefined} />}
        {error && <NotSent error={error} />}
      </>
    ),
    /** The requests that repeat it, the newest first. */
    replays,
  }
}

function nothing() {}

interface ResultProps extends Replayed {
  /** What the log has of it; undefined until it is there. */
  readonly replay: LoggedRequest | undefined
}

/** What a replay did. */
function Result({ status, message, detailedError, replay }: ResultProps) {
  const { webhook } = useWebhook()
  const link = replay && <Link to={requestPath(webhook.id, replay.id)}>Open the new request</Link>
  if (status < 400) {
    const title = replay ? titleOf(replay, webhook) : 'Accepted'
    return (
      <Notice kind="ok" role="status" focused title={`${title}.`}>
        {link}
      </Notice>
    )
  }
  const { title, text } =
    status === 429
      ? { title: message, text: `${sentence(detailedError)}.` }
      : reasonOf({ status, message, detail: detailedError })
  return (
    <Notice kind="bad" role="status" focused>
      <p class="notice__title">Refused again: {marked(title)}</p>
      <p>
        {text} {link}
      </p>
    </Notice>
  )
}

export function Replays({ replays }: { readonly replays: readonly LoggedRequest[] }) {
  return (
    <ul>
      {replays.map(({ id, hookId, time, outcome }) => (
        <li key={id}>
          <Link to={requestPath(hookId, id)}>
            {OUTCOME_LOOKS[outcome].text} {longTime(time)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Why nothing was sent again, and when it may be. */
export function NotSent({ error }: { readonly error: CallError }) {
  const { status, retryAfter } = error
  return (
    <Notice kind="bad" role="alert" focused title="Not sent again.">
      {status === 409 ? 'It was delivered meanwhile.' : errorText(error)}
      {retryAfter > 0 && ` Try again in ${countText(retryAfter, 'second')}.`}
    </Notice>
  )
}
