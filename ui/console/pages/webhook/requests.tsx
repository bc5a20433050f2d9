import { Button } from 'express-incoming-webhooks-ui/button'
import { Segment } from 'express-incoming-webhooks-ui/segment'
import type { RecentRequest } from '../../api/requests.js'
import { Reconnecting } from '../../parts/webhook.js'
import { Empty } from '../../parts/empty.js'
import type { Loaded } from '../../state/loading.js'
import { useChoice } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { momentText } from '../../state/time.js'
import { useQuestion, useWebhook } from '../loaded-webhook.js'
import { PartPending } from '../messages.js'
import { hasWarnings, isRefused } from './request-words.js'
import { Request } from './request.js'

interface RequestsProps {
  readonly requests: Loaded<readonly RecentRequest[]>
}

/** The last requests and their results, with the reasons of refused ones. */
export function Requests({ requests }: RequestsProps) {
  const [chosen, choose] = useChoice('show', ['all', 'refused', 'warnings'])
  const list = requests.value
  if (list === null) return <PartPending loaded={requests} />
  if (list.length === 0) return <NoRequests />
  const refused = list.filter(isRefused)
  const warnings = list.filter(hasWarnings)
  const shown = { all: list, refused, warnings }[chosen]
  return (
    <>
      <div class="reqbar">
        <Segment
          label="Filter requests"
          small
          chosen={chosen}
          onChoose={choose}
          choices={[
            { name: 'all', text: 'All' },
            { name: 'refused', text: 'Refused', count: refused.length },
            { name: 'warnings', text: 'With warnings', count: warnings.length },
          ]}
        />
        {requests.error === null ? (
          <span class="subtle small row">
            <span class="dot dot--live" />
            Live
          </span>
        ) : (
          <Reconnecting />
        )}
      </div>
      <div>
        {shown.map((request) => (
          <Request key={keyOf(request)} request={request} />
        ))}
      </div>
      {shown.length === 0 && (
        <p class="card__body muted">None of the {list.length} requests match.</p>
      )}
      <p class="reqfoot hint">
        The last 50 requests that were accepted, the last 50 that were refused, and the last 50
        without a valid key or signature. Headers are stored without credentials, payloads not at
        all. While webhook debugging is on, the log contains the beginning of each payload.
      </p>
    </>
  )
}

function NoRequests() {
  const [, ask] = useQuestion()
  const { requestsSince } = useSession().settings
  const { lastUsed } = useWebhook().webhook
  return (
    <Empty
      icon="pulse"
      title={lastUsed === 0 ? 'No requests yet' : 'No recent requests'}
      text={
        requestsSince === null || lastUsed === 0
          ? 'Requests appear here as they arrive, with the reason if one is refused.'
          : `No requests since the start ${momentText(requestsSince)}. Earlier ones are not kept.`
      }
    >
      <Button icon="send" onPress={() => ask('test')}>
        Send a test message
      </Button>
    </Empty>
  )
}

// Requests in the same millisecond usually differ in their result; otherwise they look the same.
function keyOf({ time, status, size, postIds }: RecentRequest): string {
  return [time, status, size, ...postIds].join(' ')
}
