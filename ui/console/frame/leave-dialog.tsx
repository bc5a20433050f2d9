import { ActionDialog } from '../parts/action-dialog.js'
import { useLeaveQuestion } from '../state/leaving.js'

/** Asks before a changed form is left. */
export function LeaveDialog() {
  const question = useLeaveQuestion()
  if (question === null) return null
  return (
    <ActionDialog
      title="Leave without saving?"
      isQuestion
      onClose={question.stay}
      cancel="Keep editing"
      action={{ kind: 'danger', onPress: question.leave, children: 'Discard changes' }}
    >
      <p>Your changes to this form have not been saved.</p>
    </ActionDialog>
  )
}
