import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { DeleteDialog } from './delete-dialog.js'
import { RegenerateDialog } from './regenerate-dialog.js'
import { SigningDialog } from './signing-dialog.js'
import { TestDialog } from './test-dialog.js'

interface QuestionsProps {
  /** The dialog in the URL: `regenerate`, `signing`, `delete`, `test` or none. */
  readonly question: string
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  /** Called when a test message has been sent. */
  readonly posted: () => void
  readonly close: () => void
}

export function Questions(props: QuestionsProps): JSX.Element | null {
  const { question, webhook, put, posted, close } = props
  if (question === 'regenerate')
    return <RegenerateDialog webhook={webhook} put={put} close={close} />
  if (question === 'signing') return <SigningDialog webhook={webhook} put={put} close={close} />
  if (question === 'delete') return <DeleteDialog webhook={webhook} close={close} />
  if (question === 'test') return <TestDialog webhook={webhook} posted={posted} close={close} />
  return null
}
