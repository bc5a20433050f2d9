import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { JSX } from 'preact'
import type { Question } from './attachment-shape.js'

interface ConfirmDialogProps {
  readonly question: Question
  /** The name of the button. */
  readonly name: string
  readonly onDeny: () => void
  readonly onConfirm: () => void
}

/** Asks before a button of a message is pressed, as its sender wished. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { question, name, onDeny, onConfirm } = props
  const { title, text, confirm, deny, isDangerous } = question
  return (
    <Dialog
      title={title || 'Are you sure?'}
      isQuestion
      onClose={onDeny}
      buttons={
        <>
          <button type="button" class="btn" onClick={onDeny}>
            <bdi>{deny || 'Cancel'}</bdi>
          </button>
          <button
            type="button"
            class={isDangerous ? 'btn btn--danger' : 'btn btn--primary'}
            onClick={onConfirm}
          >
            <bdi>{confirm || name}</bdi>
          </button>
        </>
      }
    >
      <p class="plain" dir="auto">
        {text || `This presses “${name}”.`}
      </p>
    </Dialog>
  )
}
