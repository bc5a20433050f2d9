import { Button } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'

interface ChipProps {
  readonly label: string
  /** What its button is called. */
  readonly all: string
  readonly onClose: () => void
  /** The id of what gets the focus then, as the button is gone. */
  readonly next: string
  readonly children: ComponentChildren
}

/** A filter that something else has set. */
export function Chip({ label, all, onClose, next, children }: ChipProps) {
  return (
    <div class="chip" role="group" aria-label={label}>
      <span class="chip__text">{children}</span>
      <Button
        kind="ghost"
        small
        class="btn--square"
        icon="close"
        label={all}
        onPress={() => {
          onClose()
          document.getElementById(next)?.focus()
        }}
      />
    </div>
  )
}
