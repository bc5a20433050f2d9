import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'

interface NoticeProps {
  readonly kind?: 'info' | 'ok' | 'warn' | 'bad'
  readonly icon?: IconName
  readonly role?: 'alert' | 'status'
  readonly class?: string
  /** Whether it gets the focus when it appears, which also scrolls to it. */
  readonly focused?: boolean
  /** The first words of its text. */
  readonly title?: string
  /** The rest of its text, or paragraphs if there is no title. */
  readonly children?: ComponentChildren
  readonly buttons?: JSX.Element | false | undefined
}

const KINDS = {
  info: { class: '', icon: 'info' },
  ok: { class: ' notice--ok', icon: 'done' },
  warn: { class: ' notice--warn', icon: 'warning' },
  bad: { class: ' notice--bad', icon: 'alert' },
} as const

export function Notice(props: NoticeProps) {
  const { role, class: more = '', focused = false, title, children, buttons } = props
  const kind = KINDS[props.kind ?? 'info']
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) element.current?.focus()
  }, [])
  return (
    <div
      ref={element}
      class={`notice${kind.class} ${more}`.trim()}
      role={role}
      tabIndex={focused ? -1 : undefined}
    >
      <Icon name={props.icon ?? kind.icon} />
      <div class="notice__body">
        {title === undefined ? (
          children
        ) : (
          <p>
            <span class="notice__title">{title}</span> {children}
          </p>
        )}
        {buttons && <div class="btns mt-3">{buttons}</div>}
      </div>
    </div>
  )
}
