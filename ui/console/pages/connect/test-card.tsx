import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { useTestMessage } from '../../parts/test-message.js'

export function TestCard({ webhook }: { webhook: Webhook }): JSX.Element {
  const test = useTestMessage(webhook, () => undefined)
  return (
    <section class="card" aria-labelledby="test-title">
      <div class="card__head">
        <div class="card__title">
          <h2 id="test-title">Send a test message</h2>
          <p>Sent through the webhook, like a request from another program.</p>
        </div>
      </div>
      <div class="card__body">
        {test.field(
          <Button icon="send" busy={test.busy ? 'Sending' : null} onPress={test.send}>
            {test.sent ? 'Send again' : 'Send'}
          </Button>,
        )}
        {test.result}
      </div>
    </section>
  )
}
