import type { ComponentChildren, ComponentProps, JSX } from 'preact'
import { Icon, type IconName } from './icon.js'

interface EmptyProps extends Pick<ComponentProps<'div'>, 'id' | 'tabIndex' | 'role'> {
  readonly icon: IconName
  /** Whether it is where something was expected. Default: true. */
  readonly muted?: boolean
  /** A further class. */
  readonly class?: string
  readonly heading: JSX.Element
  readonly text: ComponentChildren
  /** What can be done about it: buttons and links. */
  readonly children?: ComponentChildren
}

/** In place of content that is not there. */
export function Empty(props: EmptyProps) {
  const { icon, muted = true, class: more = '', heading, text, children, ...attributes } = props
  return (
    <div class={`empty ${more}`.trim()} {...attributes}>
      <span class={muted ? 'empty__art empty__art--muted' : 'empty__art'}>
        <Icon name={icon} size="large" />
      </span>
      {heading}
      <p>{text}</p>
      {children !== undefined && <div class="btns">{children}</div>}
    </div>
  )
}
