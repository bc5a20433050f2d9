import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { useTestMessage } from '../../parts/test-message.js'

interface TestDialogProps {
  readonly webhook: Webhook
  readonly posted: () => void
  readonly close: () => void
}

export function TestDialog({ webhook, posted, close }: TestDialogProps): JSX.Element {
  const test = useTestMessage(webhook, posted)
  return (
    <Dialog
      title="Send a test message"
      onClose={close}
      buttons={
        <>
          <Button autofocus onPress={close}>
            {test.sent ? 'Close' : 'Cancel'}
          </Button>
          <Button
            kind="primary"
            icon="send"
            busy={test.busy ? 'Sending' : null}
            onPress={test.send}
          >
            {test.sent ? 'Send again' : 'Send'}
          </Button>
        </>
      }
    >
      <p class="mb-3">Sent through the webhook to # {webhook.channel}.</p>
      {test.field()}
      {test.result}
    </Dialog>
  )
}
