import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { ComponentChildren } from 'preact'
import { FormError } from './forms.jsx'

interface QuestionProps {
  readonly title: string
  /** The labels of the button that confirms it, and of the one that does not. */
  readonly action: ComponentChildren
  readonly deny?: ComponentChildren
  readonly isDangerous?: boolean
  readonly disabled?: boolean
  /** Why it could not be done, or ''. */
  readonly error?: string
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before something that should not happen by mistake. */
export function Question(props: QuestionProps) {
  const { title, action, deny = 'Cancel', isDangerous = true, disabled = false } = props
  const { error = '', onAct, onClose, children } = props
  return (
    <Dialog
      title={title}
      isQuestion
      onClose={onClose}
      buttons={
        <>
          <button type="button" class="btn" onClick={onClose}>
            {deny}
          </button>
          <button
            type="button"
            class={isDangerous ? 'btn btn--danger' : 'btn btn--primary'}
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
