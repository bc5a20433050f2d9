import type { ComponentChildren, JSX } from 'preact'

interface FactProps {
  readonly name: string
  /** Whether its values are side by side. */
  readonly row?: boolean
  readonly children: ComponentChildren
}

/** A line of a list of facts. */
export function Fact({ name, row = false, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...(row ? { class: 'row' } : {})}>{children}</dd>
    </div>
  )
}
