import type { ComponentChildren, ComponentProps } from 'preact'
import { Button, type ButtonProps } from './button.js'
import { Dialog } from './dialog.js'

interface ActionDialogProps extends Omit<ComponentProps<typeof Dialog>, 'buttons'> {
  /** The button that acts, if there is anything to do. */
  readonly action: ButtonProps | false
  /** What the other button says. */
  readonly cancel?: ComponentChildren
}

/** A dialog with a button that acts. Without a field, the one that only closes it has the focus. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, cancel = 'Cancel', ...dialog } = props
  const buttons = (
    <>
      <Button autofocus onPress={dialog.onClose}>
        {cancel}
      </Button>
      {action && <Button kind="primary" {...action} />}
    </>
  )
  return <Dialog {...dialog} buttons={buttons} />
}
