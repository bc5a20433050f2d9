import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'
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
  return <Filled {...props} heading={<h2>{props.title}</h2>} />
}

/** A page that only shows this message. */
export function MessagePage(props: Omit<EmptyProps, 'muted' | 'class' | 'role'>) {
  return (
    <div>
      <Filled {...props} heading={<Heading title={props.title} />} />
    </div>
  )
}

function Filled(props: EmptyProps & { readonly heading: JSX.Element }) {
  const { icon, muted = true, class: more = '', role, heading, text, children } = props
  return (
    <div class={`empty ${more}`.trim()} role={role}>
      <span class={muted ? 'empty__art empty__art--muted' : 'empty__art'}>
        <Icon name={icon} size="large" />
      </span>
      {heading}
      <p>{text}</p>
      {children !== undefined && <div class="btns">{children}</div>}
    </div>
  )
}
