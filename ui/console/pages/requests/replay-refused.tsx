import { Button } from 'express-incoming-webhooks-ui/button'
import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { Notice } from 'express-incoming-webhooks-ui/notice'
import { countText, numberText } from 'express-incoming-webhooks-ui/numbers'
import { Segment } from 'express-incoming-webhooks-ui/segment'
import { sinceText } from 'express-incoming-webhooks-ui/times'
import { useState } from 'preact/hooks'
import { listRequests, type LoggedRequest, replayRefused } from '../../api/requests.js'
import { Link } from '../../parts/link.js'
import { useAction } from '../../state/action.js'
import { reloadAttention, useFailingSince } from '../../state/attention.js'
import { useLoaded, useUnavailable } from '../../state/loading.js'
import { hookPath } from '../../state/route.js'
import { useWebhook } from '../loaded-webhook.js'
import { PartPending } from '../messages.js'
import { NotSent } from './replay.js'
import { beginningOf, RANGES } from './time-range.js'
import { useShown } from './use-log.js'
import { isOwed, keptSince } from './words.js'

/** As many as one call sends. */
const MOST = 100
const PER_PAGE = 200
/** As many as the log has of a webhook. */
const MAX_PAGES = 5

type Results = Awaited<ReturnType<typeof replayRefused>>

interface DialogProps {
  readonly close: () => void
}

/** Sends what was refused again, since the webhook began to fail or in the time that the list shows. */
export function ReplayRefusedDialog({ close }: DialogProps) {
  const { id } = useWebhook().webhook
  const { since, choice } = useSince(id)
  // Behind those that were sent.
  const [next, setNext] = useState<number | null>(null)
  const [results, setResults] = useState<Results | null>(null)
  const { busy, error, run } = useAction()
  const unavailable = useUnavailable()
  const from = next ?? since
  const owed = useLoaded(() => listOwed(id, from), String(from))
  const send = (): void => {
    setResults(null)
    run(async () => {
      const sent = await replayRefused(id, from)
      setResults(sent)
      const times = owed.value?.filter((each) => sent.some((one) => one.id === each.id)) ?? []
      setNext(Math.max(from, ...times.map(({ time }) => time + 1)))
      owed.reload()
      reloadAttention()
    })
  }
  const isDone = results !== null && results.length < MOST
  const count = isDone ? 0 : new Set(owed.value?.map(({ digest }) => digest)).size
  const some = numberText(Math.min(count, MOST))
  const which = next === null ? (count > MOST ? 'the first ' : '') : 'the next '
  return (
    <Dialog
      title="Replay refused requests"
      onClose={close}
      buttons={
        <>
          <Button autofocus onPress={close}>
            {results ? 'Close' : 'Cancel'}
          </Button>
          {count > 0 && (
            <Button
              kind="primary"
              icon="again"
              busy={busy && 'Sending'}
              unavailable={unavailable}
              onPress={send}
            >
              Replay {which}
              {some}
            </Button>
          )}
        </>
      }
    >
      <div class="stack">
        {results && <Sent results={results} />}
        {error && <NotSent error={error} />}
        {results === null && choice}
        {owed.value === null ? (
          <PartPending loaded={owed} />
        ) : (
          !isDone && <Plan count={count} from={from} />
        )}
      </div>
    </Dialog>
  )
}

/** From when, as chosen: the webhook may be failing for a part of the time that is shown. */
function useSince(hookId: string) {
  const { time } = useShown()
  const failing = useFailingSince(hookId)
  const [isWhole, setWhole] = useState(false)
  const [now] = useState(Date.now)
  const choice = failing !== null && (
    <div>
      <Segment
        label="Refused"
        small
        chosen={isWhole ? 'range' : 'failing'}
        onChoose={(name) => setWhole(name === 'range')}
        choices={[
          { name: 'failing', text: 'Since it began to fail' },
          { name: 'range', text: RANGES[time].text },
        ]}
      />
    </div>
  )
  const since = failing !== null && !isWhole ? failing : beginningOf(time, now)
  return { since: keptSince(since, now), choice }
}

interface PlanProps {
  readonly count: number
  readonly from: number
}

/** What would be sent. */
function Plan({ count, from }: PlanProps) {
  const when = sinceText(from)
  if (count === 0) {
    return <p role="status">Nothing that was refused since {when} is kept and not delivered yet.</p>
  }
  return (
    <>
      <p role="status">
        {countText(count, 'request was', 'requests were')} refused since {when} and not delivered
        yet.
      </p>
      <p>
        They are posted in the order in which they arrived, each content once, at most{' '}
        {numberText(MOST)} at a time. What was sent is kept for 24 hours. Each message counts
        against the rate limit of the webhook.
      </p>
    </>
  )
}

/** What became of those that were sent. */
function Sent({ results }: { readonly results: Results }) {
  const { id } = useWebhook().webhook
  const delivered = results.filter(({ status }) => status < 400).length
  const limited = results.filter(({ status }) => status === 429).length
  const refused = results.length - delivered - limited
  const words = [
    `${numberText(delivered)} of ${numberText(results.length)} ${delivered === 1 ? 'was' : 'were'} delivered`,
    refused > 0 && `${numberText(refused)} refused again`,
    limited > 0 && `${numberText(limited)} came over the rate limit: replay them in a minute`,
  ]
  return (
    <Notice
      kind={delivered === results.length ? 'ok' : 'warn'}
      role="status"
      focused
      title={`${words.filter((each) => each !== false).join(', ')}.`}
    >
      <Link to={`${hookPath(id)}${refused > 0 ? '?outcome=refused' : ''}`}>Show the requests</Link>
    </Notice>
  )
}

/** Those that are not delivered yet, oldest first. */
async function listOwed(hookId: string, from: number): Promise<readonly LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { outcome: 'refused', from, page, per_page: PER_PAGE }
    const items = await listRequests(hookId, query)
    found.push(...items.filter((request) => isOwed(request)))
    if (items.length < PER_PAGE) break
  }
  return found
}
