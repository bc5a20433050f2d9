import { type ComponentChildren, isValidElement } from 'preact'
import { hostBeside, withoutDirection } from './links.js'

interface LinkProps {
  readonly href: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A link that shows its real host if its label names another one. */
export function Link({ href, title = '', children }: LinkProps) {
  const host = hostBeside(href, textOf(children))
  const elsewhere = /^(?:https?|ftp):/i.test(href)
  return (
    <>
      <a
        href={href}
        rel="noopener noreferrer nofollow"
        title={title || undefined}
        target={elsewhere ? '_blank' : undefined}
      >
        <bdi>{clean(children)}</bdi>
      </a>
      {host !== '' && <span class="subtle"> ({host})</span>}
    </>
  )
}

function textOf(children: ComponentChildren): string {
  if (Array.isArray(children)) return children.map(textOf).join('')
  if (typeof children === 'string' || typeof children === 'number') return String(children)
  return isValidElement(children) ? textOf(children.props.children) : ''
}

function clean(children: ComponentChildren): ComponentChildren {
  if (Array.isArray(children)) return children.map(clean)
  return typeof children === 'string' ? withoutDirection(children) : children
}
