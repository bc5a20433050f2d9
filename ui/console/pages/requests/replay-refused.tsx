import {
  ActionDialog,
  countText,
  Notice,
  numberText,
  Segment,
  sinceText,
} from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { isForNow } from '../../../../lib/model/last-result.js'
import { MOST_REPLAYED } from '../../../../lib/model/limits.js'
import {
  listAllRequests,
  type LoggedRequest,
  replayRefused,
  type Resent,
} from '../../api/requests.js'
import { reloadAttention, useFailingSince } from '../../state/attention.js'
import { useAction, useLoaded, useUnavailable } from '../../state/loading.js'
import { hookPath, Link } from '../../state/route.js'
import { PartPending, useWebhook } from '../loaded.js'
import { contentOf, isOwed, keptSince, restOf } from './owed.js'
import { NotSent } from './replay.js'
import { beginningOf, RANGES, useShown } from './use-log.js'

interface DialogProps {
  readonly close: () => void
}

/** Sends what was refused again, since the webhook began to fail or in the time that the list shows. */
export function ReplayRefusedDialog({ close }: DialogProps) {
  const { id } = useWebhook().webhook
  const { since, choice } = useSince(id)
  const found = useLoaded(() => listOwed(id, since), String(since))
  const [sent, setSent] = useState<Sent | null>(null)
  const { busy, error, run } = useAction()
  const unavailable = useUnavailable()
  const owed = sent?.rest ?? found.value ?? []
  const from = sent ? (owed.at(-1)?.time ?? since) : since
  const send = () =>
    run(async () => {
      const results = await replayRefused(id, from)
      setSent({ results, rest: restOf(owed, results) })
      reloadAttention()
    })
  const count = new Set(owed.map(contentOf)).size
  const which = sent ? 'the next ' : count > MOST_REPLAYED ? 'the first ' : ''
  return (
    <ActionDialog
      title="Replay refused requests"
      onClose={close}
      cancel={sent ? 'Close' : 'Cancel'}
      action={
        count > 0 && {
          icon: 'again',
          busy: busy && 'Sending',
          unavailable,
          onPress: send,
          children: `Replay ${which}${numberText(Math.min(count, MOST_REPLAYED))}`,
        }
      }
    >
      <div class="stack">
        {sent && !busy && <Results results={sent.results} />}
        {error && <NotSent error={error} />}
        {sent ? null : choice}
        {found.value === null && <PartPending loaded={found} />}
        {found.value !== null && (sent === null || count > 0) && <Plan count={count} from={from} />}
      </div>
    </ActionDialog>
  )
}

interface Sent {
  readonly results: readonly Resent[]
  /** Those behind them, newest first. */
  readonly rest: readonly LoggedRequest[]
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
        {numberText(MOST_REPLAYED)} at a time. What was sent is kept for 24 hours. Each message
        counts against the rate limit of the webhook.
      </p>
    </>
  )
}

/** What became of those that were sent. */
function Results({ results }: Pick<Sent, 'results'>) {
  const { id } = useWebhook().webhook
  const delivered = results.filter(({ status }) => status < 400).length
  const refused = results.filter((each) => each.status >= 400 && !isForNow(each.status)).length
  const stopped = results.find(({ status }) => isForNow(status))
  const words = [
    `${numberText(delivered)} of ${numberText(results.length)} ${delivered === 1 ? 'was' : 'were'} delivered`,
    refused > 0 && `${numberText(refused)} refused again`,
  ]
  return (
    <Notice
      kind={delivered === results.length ? 'ok' : 'warn'}
      role="status"
      focused
      title={
        results.length === 0
          ? 'Nothing was sent, because it was delivered meanwhile, is not kept any more, or came before the webhook had its present signature.'
          : `${words.filter((each) => each !== false).join(', ')}.`
      }
    >
      {stopped &&
        (stopped.status === 429
          ? 'The others came over the rate limit: send them in a minute. '
          : 'Then the chat server failed, and the others were not sent. ')}
      <Link to={`${hookPath(id)}${refused > 0 ? '?outcome=refused' : ''}`}>Show the requests</Link>
    </Notice>
  )
}

/** Those that are not delivered yet, newest first. */
async function listOwed(hookId: string, from: number): Promise<readonly LoggedRequest[]> {
  const refused = await listAllRequests(hookId, { outcome: 'refused', from })
  return refused.filter((request) => isOwed(request))
}
