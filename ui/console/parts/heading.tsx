import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config } from '../config.js'
import { takeHeadingFocus } from '../state/route.js'
import { Link } from './link.js'

/** The page's heading. It sets the window title and gets the focus after a page change. */
export function Heading(props: { title: string; children?: ComponentChildren }): JSX.Element {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const place = config.teamName || config.brandName
    document.title = place === '' ? props.title : `${props.title} · ${place}`
  }, [props.title])
  useEffect(() => {
    if (takeHeadingFocus()) element.current?.focus()
  }, [])
  return (
    <h1 ref={element} tabIndex={-1}>
      {props.children ?? props.title}
    </h1>
  )
}

/** A breadcrumb; without `to` it is not a link. */
export interface Crumb {
  readonly text: string
  readonly to?: string
}

/** Breadcrumbs, with this page last. Narrow screens show only the parent page. */
export function Crumbs(props: { steps: readonly Crumb[] }): JSX.Element {
  const last = props.steps.length - 1
  const above = props.steps.findLastIndex((step, at) => at < last && step.to !== undefined)
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {props.steps.map((step, at) => (
          <li key={at} class={at === above ? 'crumbs__up' : ''}>
            {at > 0 && <Icon name="next" size="small" />}
            <Step step={step} last={at === last} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Step({ step, last }: { step: Crumb; last: boolean }): JSX.Element {
  if (last) return <span aria-current="page">{step.text}</span>
  return step.to === undefined ? <span>{step.text}</span> : <Link to={step.to}>{step.text}</Link>
}
