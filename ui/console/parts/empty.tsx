import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren } from 'preact'
import { Heading } from './heading.js'

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly muted?: boolean
  readonly class?: string
  readonly role?: 'alert'
  readonly text: ComponentChildren
  readonly children?: ComponentChildren
}

/** A placeholder for missing content. */
export function Empty(props: EmptyProps) {
  return (
    <div class={`empty ${props.class ?? ''}`.trim()} role={props.role}>
      <Art icon={props.icon} muted={props.muted ?? true} />
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children !== undefined && <div class="btns">{props.children}</div>}
    </div>
  )
}

/** A page that only shows this message. */
export function MessagePage(props: Omit<EmptyProps, 'muted' | 'class' | 'role'>) {
  return (
    <div>
      <div class="empty">
        <Art icon={props.icon} muted />
        <Heading title={props.title} />
        <p>{props.text}</p>
        {props.children !== undefined && <div class="btns">{props.children}</div>}
      </div>
    </div>
  )
}

function Art(props: { icon: IconName; muted: boolean }) {
  return (
    <span class={props.muted ? 'empty__art empty__art--muted' : 'empty__art'}>
      <Icon name={props.icon} size="large" />
    </span>
  )
}
