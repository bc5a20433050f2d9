import { Button } from 'express-incoming-webhooks-ui'
import { Empty } from '../../parts/empty.js'
import { useSession } from '../../state/session.js'
import { momentText } from '../../state/time.js'
import { useQuestion, useWebhook } from '../loaded-webhook.js'
import { Log } from '../requests/log.js'

/** The requests of the webhook. */
export function Requests() {
  const { webhook } = useWebhook()
  return <Log hookId={webhook.id} webhookOf={() => webhook} none={<NoRequests />} />
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
