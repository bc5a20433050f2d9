import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'

interface NoticeProps {
  readonly kind?: 'info' | 'ok' | 'warn' | 'bad'
  readonly icon?: IconName
  readonly role?: 'alert' | 'status'
  readonly class?: string
  readonly children: ComponentChildren
}

const KINDS = {
  info: { class: '', icon: 'info' },
  ok: { class: ' notice--ok', icon: 'done' },
  warn: { class: ' notice--warn', icon: 'warning' },
  bad: { class: ' notice--bad', icon: 'alert' },
} as const

export function Notice(props: NoticeProps): JSX.Element {
  const kind = KINDS[props.kind ?? 'info']
  return (
    <div
      class={`notice${kind.class} ${props.class ?? ''}`.trim()}
      {...(props.role === undefined ? {} : { role: props.role })}
    >
      <Icon name={props.icon ?? kind.icon} />
      <div class="notice__body">{props.children}</div>
    </div>
  )
}
