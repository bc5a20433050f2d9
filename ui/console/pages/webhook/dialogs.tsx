import { ActionDialog } from 'express-incoming-webhooks-ui'
import { deleteWebhook, findWebhook } from '../../api/webhooks.js'
import { later } from '../../parts/later.js'
import { useTestMessage } from '../../parts/test-message.js'
import { useAction } from '../../state/loading.js'
import { navigate } from '../../state/route.js'
import { toast } from '../../state/toasts.js'
import { HandOverDialog } from '../hand-over-later.js'
import { PartFailure, Unchanged, useQuestion, useWebhook } from '../loaded.js'
import { ReplaceDialog } from './secret-card.js'

const ReplayRefusedDialog = later(
  async () => (await import('../forms.js')).ReplayRefusedDialog,
  PartFailure,
)

interface TestProps {
  /** Called when a test message has been sent. */
  readonly posted: () => void
}

/** The dialog that the page's URL names. */
export function QuestionDialog({ posted }: TestProps) {
  const [question, ask] = useQuestion()
  const { webhook, put } = useWebhook()
  const close = () => ask('')
  if (question === '') return null
  if (question === 'test') return <TestDialog posted={posted} close={close} />
  if (question === 'delete') return <DeleteDialog close={close} />
  if (question === 'replay') return <ReplayRefusedDialog close={close} />
  if (question === 'owner') {
    const onDone = () => void findWebhook(webhook.id).then(put)
    return <HandOverDialog webhook={webhook} onDone={onDone} close={close} />
  }
  return <ReplaceDialog name={question} close={close} />
}

interface DialogProps {
  readonly close: () => void
}

function DeleteDialog({ close }: DialogProps) {
  const { id, displayName } = useWebhook().webhook
  const { busy, error, run } = useAction()
  const remove = async () => {
    await deleteWebhook(id)
    // The Back button must not return to a deleted webhook.
    navigate('', { replace: true })
    toast(`${displayName} deleted`)
  }
  return (
    <ActionDialog
      title={`Delete “${displayName}”?`}
      isQuestion
      onClose={close}
      action={{
        kind: 'danger',
        busy: busy && 'Deleting',
        onPress: () => run(remove),
        children: 'Delete webhook',
      }}
    >
      <p>
        Requests to its URL will be refused. Messages it has posted are kept. This cannot be undone.
        To pause it, disable it instead.
      </p>
      {error && <Unchanged title="Not deleted." error={error} />}
    </ActionDialog>
  )
}

function TestDialog({ close, posted }: DialogProps & TestProps) {
  const { webhook } = useWebhook()
  const test = useTestMessage(webhook, posted)
  return (
    <ActionDialog
      title="Send a test message"
      onClose={close}
      cancel={test.sent ? 'Close' : 'Cancel'}
      action={test.button}
    >
      <p class="mb-3">Sent through the webhook to # {webhook.channel}.</p>
      {test.field()}
      {test.result}
    </ActionDialog>
  )
}
