import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { ComponentChildren, JSX } from 'preact'
import { FormError } from './form-error.jsx'

interface QuestionProps {
  readonly title: string
  /** The label of the button that confirms it. */
  readonly action: string
  readonly disabled?: boolean
  /** Why it could not be done, or ''. */
  readonly error: string
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before something that cannot be undone. */
export function Question(props: QuestionProps): JSX.Element {
  const { title, action, disabled = false, error, onAct, onClose, children } = props
  return (
    <Dialog
      title={title}
      isQuestion
      onClose={onClose}
      buttons={
        <>
          <button type="button" class="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class="btn btn--danger"
            aria-disabled={disabled}
            onClick={() => {
              if (!disabled) onAct()
            }}
          >
            {action}
          </button>
        </>
      }
    >
      {children}
      <FormError text={error} />
    </Dialog>
  )
}
