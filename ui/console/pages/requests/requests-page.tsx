import { numberText } from 'express-incoming-webhooks-ui'
import { listAllRequests, type LoggedRequest, MOST_LISTED } from '../../api/requests.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { Card, CardSkeleton } from '../../parts/card.js'
import { Empty, PageHead, SYSTEM_CONSOLE } from '../../parts/heading.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { hookPath, Link } from '../../state/route.js'
import { PartFailure } from '../loaded.js'
import { Log } from './log.js'
import { beginningOf, type RangeName, RANGES, useShown } from './use-log.js'

type Webhooks = ReadonlyMap<string, Webhook>

const POLL_MS = 15_000
const BAD = ['refused', 'failed'] as const

/** The requests of all webhooks, for administrators. */
export function RequestsPage() {
  const { time } = useShown()
  const webhooks = useLoaded(webhooksById)
  const bad = useLoaded(() => listBad(time), time)
  usePolling(bad.reload, POLL_MS)
  const failed = [webhooks, bad].find(({ value, error }) => value === null && error !== null)
  return (
    <>
      <PageHead
        above={[SYSTEM_CONSOLE]}
        title="Requests"
        text="What arrived at all webhooks, and what became of it."
      />
      {webhooks.value && bad.value && (
        <div class="stack">
          <WorstCard webhooks={webhooks.value} bad={bad.value} time={time} />
          <All webhooks={webhooks.value} />
        </div>
      )}
      {failed?.error && <PartFailure error={failed.error} retry={failed.reload} />}
      {!failed && webhooks.slow && <CardSkeleton label="Loading requests" />}
    </>
  )
}

async function webhooksById(): Promise<Webhooks> {
  return new Map((await listWebhooks()).map((webhook) => [webhook.id, webhook]))
}

/** Each outcome by itself, so that one failing webhook does not hide the others. */
async function listBad(time: RangeName): Promise<readonly LoggedRequest[]> {
  const from = beginningOf(time, Date.now())
  const lists = BAD.map((outcome) => listAllRequests('', { from, outcome }))
  return (await Promise.all(lists)).flat()
}

function All({ webhooks }: { readonly webhooks: Webhooks }) {
  return (
    <section class="card" aria-label="Requests of all webhooks">
      <Log
        hookId=""
        webhookOf={({ hookId }) => webhooks.get(hookId) ?? null}
        none={
          <Empty
            icon="pulse"
            title="No requests yet"
            text="Requests to all webhooks appear here as they arrive."
          />
        }
      />
    </section>
  )
}

interface WorstCardProps {
  readonly webhooks: Webhooks
  readonly bad: readonly LoggedRequest[]
  readonly time: RangeName
}

/** The webhooks with the most requests that were not delivered in the time that is shown. */
function WorstCard({ webhooks, bad, time }: WorstCardProps) {
  const worst = worstOf(bad)
  const isCut = BAD.some(
    (name) => bad.filter(({ outcome }) => outcome === name).length >= MOST_LISTED,
  )
  return (
    <Card title="Most refused or failed requests">
      {worst.length === 0 && <p class="muted">None in the {RANGES[time].text.toLowerCase()}.</p>}
      <ol class="worst">
        {worst.map(({ hookId, refused, failed }) => (
          <li key={hookId}>
            <Link
              to={`${hookPath(hookId)}?outcome=${refused > 0 ? 'refused' : 'failed'}&time=${time}`}
            >
              {webhooks.get(hookId)?.displayName ?? hookId}
            </Link>{' '}
            <span class="num muted">
              {numberText(refused)} refused{failed > 0 && `, ${numberText(failed)} failed`}
            </span>
          </li>
        ))}
      </ol>
      {isCut && (
        <p class="hint">Counted among the newest {numberText(MOST_LISTED)} of each outcome.</p>
      )}
    </Card>
  )
}

/** How many requests of a webhook were not delivered. */
interface Worst {
  readonly hookId: string
  readonly refused: number
  readonly failed: number
}

const MOST = 10

/** The ten webhooks with the most of these requests that were refused or failed. */
export function worstOf(
  requests: readonly Pick<LoggedRequest, 'hookId' | 'outcome'>[],
): readonly Worst[] {
  const found = new Map<string, Worst>()
  for (const { hookId, outcome } of requests) {
    if (outcome !== 'refused' && outcome !== 'failed') continue
    const before = found.get(hookId) ?? { hookId, refused: 0, failed: 0 }
    found.set(hookId, { ...before, [outcome]: before[outcome] + 1 })
  }
  const countOf = ({ refused, failed }: Worst) => refused + failed
  return [...found.values()].sort((a, b) => countOf(b) - countOf(a)).slice(0, MOST)
}
