import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface NoticeProps {
  readonly kind?: 'info' | 'ok' | 'warn' | 'bad'
  readonly icon?: IconName
  readonly role?: 'alert' | 'status'
  readonly class?: string
  /** Whether it gets the focus when it appears, which also scrolls to it. */
  readonly focused?: boolean
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
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (props.focused === true) element.current?.focus()
  }, [])
  return (
    <div
      ref={element}
      class={`notice${kind.class} ${props.class ?? ''}`.trim()}
      {...(props.role === undefined ? {} : { role: props.role })}
      {...(props.focused === true ? { tabIndex: -1 } : {})}
    >
      <Icon name={props.icon ?? kind.icon} />
      <div class="notice__body">{props.children}</div>
    </div>
  )
}
