import { countText } from 'express-incoming-webhooks-ui/numbers'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Notice } from '../../parts/notice.js'
import { useLoaded } from '../../state/loading.js'

interface TurnOffQuestionProps {
  readonly turnOff: () => void
  readonly keepOn: () => void
}

const WEEK = 7 * 24 * 3_600_000

/** Shows how many webhooks would stop. The buttons do not wait for the count. */
export function TurnOffQuestion({ turnOff, keepOn }: TurnOffQuestionProps) {
  const { value } = useLoaded(listWebhooks)
  return (
    <Notice kind="warn" class="setting__extra" role="alert">
      <p>
        {value === null ? (
          <b>All webhooks will stop posting.</b>
        ) : (
          <Consequences webhooks={value} />
        )}
      </p>
      <div class="btns mt-3">
        <Button kind="danger" small onPress={turnOff}>
          Turn off
        </Button>
        <Button small onPress={keepOn}>
          Leave on
        </Button>
      </div>
    </Notice>
  )
}

function Consequences({ webhooks }: { webhooks: readonly Webhook[] }) {
  const active = webhooks.filter((webhook) => webhook.enabled)
  const recent = active.filter((webhook) => webhook.lastUsed > Date.now() - WEEK).length
  return (
    <>
      <span class="notice__title">{countText(active.length, 'webhook')} will stop posting.</span>{' '}
      {recent} {recent === 1 ? 'was' : 'were'} used in the last 7 days.
    </>
  )
}
