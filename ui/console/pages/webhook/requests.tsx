import { Segment } from 'express-incoming-webhooks-ui/segment'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import type { Loaded } from '../../state/loading.js'
import { useChoice } from '../../state/route.js'
import { PartPending } from '../messages.js'
import { hasWarnings, isRefused } from './request-words.js'
import { Request } from './request.js'

interface RequestsProps {
  readonly webhook: Webhook
  readonly requests: Loaded<readonly RecentRequest[]>
  readonly sendTest: () => void
}

const SHOWN = ['all', 'refused', 'warnings'] as const

/** The last requests and their results, with the reasons of refused ones. */
export function Requests({ webhook, requests, sendTest }: RequestsProps) {
  const [chosen, choose] = useChoice('show', SHOWN)
  const list = requests.value
  if (list === null) return <PartPending loaded={requests} />
  if (list.length === 0) return <NoRequests sendTest={sendTest} />
  const refused = list.filter(isRefused)
  const warned = list.filter(hasWarnings)
  const shown = { all: list, refused, warnings: warned }[chosen]
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
            { name: 'warnings', text: 'With warnings', count: warned.length },
          ]}
        />
        <Live isLost={requests.error !== null} />
      </div>
      <div>
        {shown.map((request) => (
          <Request key={keyOf(request)} request={request} webhook={webhook} />
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

function Live({ isLost }: { isLost: boolean }) {
  if (isLost) {
    return (
      <span class="badge badge--warn">
        <span class="spin" aria-hidden="true" />
        Reconnecting
      </span>
    )
  }
  return (
    <span class="subtle small row">
      <span class="dot dot--live" />
      Live
    </span>
  )
}

function NoRequests({ sendTest }: Pick<RequestsProps, 'sendTest'>) {
  return (
    <Empty
      icon="pulse"
      title="No requests yet"
      text="Requests appear here as they arrive, with the reason if one is refused. There have been none since the server started."
    >
      <Button icon="send" onPress={sendTest}>
        Send a test message
      </Button>
    </Empty>
  )
}

// Requests in the same millisecond usually differ in their result; otherwise they look the same.
function keyOf({ time, status, size, postIds }: RecentRequest): string {
  return [time, status, size, ...postIds].join(' ')
}
