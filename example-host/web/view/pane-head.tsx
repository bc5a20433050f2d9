import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'

interface PaneHeadProps {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly close: string
  readonly onClose: () => void
}

export function PaneHead({ id, title, about, close, onClose }: PaneHeadProps): JSX.Element {
  return (
    <div class="thread__head">
      <h2 id={id}>
        {title}
        <small>{about}</small>
      </h2>
      <button
        type="button"
        class="btn btn--ghost btn--square"
        aria-label={close}
        title={close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
