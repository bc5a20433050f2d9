import { deleteWebhook } from '../../api/webhooks.js'
import { ActionDialog } from '../../parts/action-dialog.js'
import { Notice } from '../../parts/notice.js'
import { useTestMessage } from '../../parts/test-message.js'
import { useAction } from '../../state/action.js'
import { navigate } from '../../state/route.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../form/summary.js'
import type { WebhookProps } from '../loaded-webhook.js'
import { ReplaceDialog, type SecretName } from './secret-card.js'

/** The dialogs of the page, as they are called in its URL. */
export const QUESTIONS = ['', 'test', 'delete', 'regenerate', 'signing'] as const
export type Question = '' | 'test' | 'delete' | SecretName

interface QuestionProps extends WebhookProps {
  readonly question: Question
  /** Called when a test message has been sent. */
  readonly posted: () => void
  readonly close: () => void
}

export function QuestionDialog(props: QuestionProps) {
  const { question } = props
  if (question === '') return null
  if (question === 'test') return <TestDialog {...props} />
  if (question === 'delete') return <DeleteDialog {...props} />
  return <ReplaceDialog {...props} name={question} />
}

type DialogProps = Pick<QuestionProps, 'webhook' | 'close'>

function DeleteDialog({ webhook, close }: DialogProps) {
  const { busy, error, run } = useAction()
  const remove = async (): Promise<void> => {
    await deleteWebhook(webhook.id)
    // The Back button must not return to a deleted webhook.
    navigate('', { replace: true })
    toast(`${webhook.displayName} deleted`)
  }
  return (
    <ActionDialog
      title={`Delete “${webhook.displayName}”?`}
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
      {error && (
        <Notice kind="bad" role="alert" title="Not deleted.">
          {errorText(error)}
        </Notice>
      )}
    </ActionDialog>
  )
}

function TestDialog({ webhook, close, posted }: DialogProps & Pick<QuestionProps, 'posted'>) {
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
