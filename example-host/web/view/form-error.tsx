import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'

/** Why something was not done; nothing without a text. */
export function FormError({
  id,
  text,
}: {
  readonly id?: string
  readonly text: string
}): JSX.Element | null {
  if (text === '') return null
  return (
    <p class="error" role="alert" {...(id === undefined ? {} : { id })}>
      <Icon name="alert" size="small" />
      {text}
    </p>
  )
}
