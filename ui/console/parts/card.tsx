import { Face, Icon, Line, Skeleton } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useId } from 'preact/hooks'

interface CardProps {
  readonly title: string
  /** Stands beside the heading. */
  readonly action?: JSX.Element
  readonly children: ComponentChildren
}

export function Card({ title, action, children }: CardProps) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card__body">
        <div class="row row--between row--whole mb-3">
          <h2 id={id}>{title}</h2>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

/** A card whose heading is above a line. */
export function HeadedCard(props: CardProps & { readonly text?: string }) {
  const { title, text, action, children } = props
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card__head">
        <div class="card__title">
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The outlines of a card that is loading. */
export function CardSkeleton({ label }: { label: string }) {
  return (
    <div class="card">
      <Skeleton label={label}>
        {([60, 45, 60, 30] as const).map((width, at) => (
          <div key={at} class="card__body row">
            <Face />
            <Line width={width} />
          </div>
        ))}
      </Skeleton>
    </div>
  )
}

interface FoldProps {
  readonly title: ComponentChildren
  readonly open?: boolean
  readonly head?: RefObject<HTMLElement | null>
  readonly children: ComponentChildren
}

/** Content below a title that opens it. */
export function Fold({ title, open, head, children }: FoldProps) {
  return (
    <details class="fold" open={open}>
      <summary ref={head ?? null}>
        <Icon name="next" size="small" />
        {title}
      </summary>
      {children}
    </details>
  )
}
