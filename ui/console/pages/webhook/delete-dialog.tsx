import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { JSX } from 'preact'
import { deleteWebhook, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Notice } from '../../parts/notice.js'
import { useAction } from '../../state/action.js'
import { navigate } from '../../state/route.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../form/summary.js'

interface DeleteDialogProps {
  readonly webhook: Webhook
  readonly close: () => void
}

export function DeleteDialog({ webhook, close }: DeleteDialogProps): JSX.Element {
  const { busy, error, run } = useAction()
  const remove = async (): Promise<void> => {
    await deleteWebhook(webhook.id)
    // The Back button must not return to a deleted webhook.
    navigate('', { replace: true })
    toast(`${webhook.displayName} deleted`)
  }
  return (
    <Dialog
      title={`Delete “${webhook.displayName}”?`}
      isQuestion
      onClose={close}
      buttons={
        <>
          <Button autofocus onPress={close}>
            Cancel
          </Button>
          <Button kind="danger" busy={busy ? 'Deleting' : null} onPress={() => run(remove)}>
            Delete webhook
          </Button>
        </>
      }
    >
      <p>
        Requests to its URL will be refused. Messages it has posted are kept. This cannot be undone.
        To pause it, disable it instead.
      </p>
      {error !== null && (
        <Notice kind="bad" role="alert">
          <p>
            <span class="notice__title">Not deleted.</span> {errorText(error)}
          </p>
        </Notice>
      )}
    </Dialog>
  )
}
