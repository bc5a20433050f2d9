import { hasModifier } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { navigate } from '../state/route.js'

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly onFollow?: () => void
  readonly children: ComponentChildren
}

/** A link to a page of the console; `to` is relative to the base. It also works in new windows and tabs. */
export function Link(props: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || hasModifier(event)) return
    event.preventDefault()
    props.onFollow?.()
    navigate(props.to)
  }
  return (
    <a
      class={props.class ?? ''}
      href={props.to === '' ? './' : props.to}
      aria-current={props.current === true ? 'page' : undefined}
      onClick={follow}
    >
      {props.children}
    </a>
  )
}

/** A link to an element of the same page, which gets the focus. */
export function Jump(props: { to: string; class?: string; children: string }) {
  const { to, children } = props
  return (
    <a
      class={props.class}
      // A fragment alone would be resolved against the base URL.
      href={`${location.pathname}${location.search}#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
