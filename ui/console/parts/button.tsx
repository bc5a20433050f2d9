import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'

type Kind = 'plain' | 'primary' | 'danger' | 'ghost' | 'link'

export interface ButtonLook {
  readonly kind?: Kind
  readonly small?: boolean
  readonly class?: string
}

interface ButtonProps extends ButtonLook {
  readonly icon?: IconName
  readonly submit?: boolean
  /** Describes what is in progress; the button cannot be pressed meanwhile. */
  readonly busy?: string | null
  /** Why it cannot be pressed now. It stays in the tab order. */
  readonly unavailable?: string | null
  readonly label?: string
  readonly pressed?: boolean
  readonly autofocus?: boolean
  readonly onPress?: () => void
  readonly children?: ComponentChildren
}

const KINDS: Readonly<Record<Kind, string>> = {
  plain: '',
  primary: ' btn--primary',
  danger: ' btn--danger',
  ghost: ' btn--ghost',
  link: ' btn--link',
}

export function buttonClass({
  kind = 'plain',
  small = false,
  class: more = '',
}: ButtonLook): string {
  return `btn${KINDS[kind]}${small ? ' btn--small' : ''} ${more}`.trim()
}

export function Button(props: ButtonProps): JSX.Element {
  const busy = props.busy ?? null
  const closed = props.unavailable ?? null
  const press = (event: MouseEvent): void => {
    if (busy !== null || closed !== null) event.preventDefault()
    else props.onPress?.()
  }
  return (
    <button
      type={props.submit === true ? 'submit' : 'button'}
      class={buttonClass(props)}
      onClick={press}
      {...(busy === null ? {} : { 'aria-busy': true })}
      {...(closed === null ? {} : { 'aria-disabled': true, title: closed })}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
      {...(props.autofocus === true ? { autofocus: true } : {})}
    >
      {busy !== null && <span class="spin" aria-hidden="true" />}
      {busy === null && props.icon !== undefined && <Icon name={props.icon} />}
      {busy ?? props.children}
    </button>
  )
}
