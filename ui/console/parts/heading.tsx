import { Empty as Shown, Icon } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config, labels } from '../config.js'
import { Link, takeHeadingFocus } from '../state/route.js'

type EmptyProps = Omit<ComponentProps<typeof Shown>, 'heading'> & { readonly title: string }

/** A placeholder for missing content. */
export function Empty({ title, ...props }: EmptyProps) {
  return <Shown {...props} heading={<h2>{title}</h2>} />
}

/** A page that only shows this message. */
export function MessagePage({ title, ...props }: EmptyProps) {
  return (
    <div>
      <Shown {...props} heading={<Heading title={title} />} />
    </div>
  )
}

/** The page's heading. It sets the window title and gets the focus after a page change. */
function Heading({ title }: { title: string }) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const place = config.teamName || config.brandName
    document.title = place === '' ? title : `${title} · ${place}`
  }, [title])
  useEffect(() => {
    if (takeHeadingFocus()) element.current?.focus()
  }, [])
  return (
    <h1 ref={element} tabIndex={-1}>
      {title}
    </h1>
  )
}

/** A breadcrumb; without `to` it is not a link. */
interface Crumb {
  readonly text: string
  readonly to?: string
}

/** Where the pages for administrators are. */
export const SYSTEM_CONSOLE: Crumb = { text: labels.systemConsole }
export const INTEGRATIONS: Crumb = { text: labels.integrations }
/** Where the pages for webhooks are. */
export const WEBHOOKS: readonly Crumb[] = [INTEGRATIONS, { text: 'Incoming Webhooks', to: '' }]

interface PageHeadProps {
  /** Where the page is. */
  readonly above: readonly Crumb[]
  /** What the page is called there, if not as its title. */
  readonly here?: string | undefined
  readonly title: string
  readonly text?: ComponentChildren
  /** Beside title and text. */
  readonly picture?: JSX.Element
  readonly class?: string
  /** What can be done on the page. */
  readonly children?: ComponentChildren
}

export function PageHead(props: PageHeadProps) {
  const { above, title, here = title, text, picture, children } = props
  const words = (
    <>
      <Heading title={title} />
      {text !== undefined && <p class={picture && 'head__meta'}>{text}</p>}
    </>
  )
  return (
    <>
      <Crumbs steps={[...above, { text: here }]} />
      <div class={props.class ?? 'head'}>
        <div class="head__text">
          {picture ? (
            <div class="head__id">
              {picture}
              <div>{words}</div>
            </div>
          ) : (
            words
          )}
        </div>
        {children}
      </div>
    </>
  )
}

/** Breadcrumbs, with this page last. Narrow screens show only the parent page. */
function Crumbs(props: { steps: readonly Crumb[] }) {
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

function Step({ step, last }: { step: Crumb; last: boolean }) {
  if (last) return <span aria-current="page">{step.text}</span>
  return step.to === undefined ? <span>{step.text}</span> : <Link to={step.to}>{step.text}</Link>
}
