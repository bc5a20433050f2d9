import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { JSX } from 'preact'
import { Button } from '../parts/button.js'
import { useLeaveQuestion } from '../state/leaving.js'

/** Asks before a changed form is left. */
export function LeaveDialog(): JSX.Element | null {
  const question = useLeaveQuestion()
  if (question === null) return null
  return (
    <Dialog
      title="Leave without saving?"
      isQuestion
      onClose={question.stay}
      buttons={
        <>
          <Button autofocus onPress={question.stay}>
            Keep editing
          </Button>
          <Button kind="danger" onPress={question.leave}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>Your changes to this form have not been saved.</p>
    </Dialog>
  )
}
