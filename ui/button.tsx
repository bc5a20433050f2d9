import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'

type Kind = keyof typeof KINDS

export interface ButtonLook {
  readonly kind?: Kind
  readonly small?: boolean
  readonly class?: string
}

export interface ButtonProps extends ButtonLook {
  readonly id?: string
  readonly icon?: IconName
  readonly submit?: boolean
  /** The id of the form that it submits, where it stands outside. */
  readonly form?: string
  /** Describes what is in progress; the button cannot be pressed meanwhile. */
  readonly busy?: string | false
  /** Why it cannot be pressed now. It stays in the tab order. */
  readonly unavailable?: string | false
  readonly label?: string
  readonly pressed?: boolean
  readonly autofocus?: boolean
  readonly onPress?: () => void
  readonly children?: ComponentChildren
}

const KINDS = {
  plain: '',
  primary: ' btn--primary',
  danger: ' btn--danger',
  ghost: ' btn--ghost',
  link: ' btn--link',
} as const

export function buttonClass({
  kind = 'plain',
  small = false,
  class: more = '',
}: ButtonLook): string {
  return `btn${KINDS[kind]}${small ? ' btn--small' : ''} ${more}`.trim()
}

export function Button(props: ButtonProps) {
  const { icon, submit = false, busy = false, unavailable = false, onPress } = props
  return (
    <button
      id={props.id}
      type={submit ? 'submit' : 'button'}
      form={props.form}
      class={buttonClass(props)}
      onClick={(event) => {
        if (busy || unavailable) event.preventDefault()
        else onPress?.()
      }}
      title={unavailable || undefined}
      autofocus={props.autofocus}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-busy={busy ? true : undefined}
      aria-disabled={unavailable ? true : undefined}
    >
      {busy && <span class="spin" aria-hidden="true" />}
      {!busy && icon && <Icon name={icon} />}
      {busy || props.children}
    </button>
  )
}
