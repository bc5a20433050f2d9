import { Icon } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, RefObject } from 'preact'

interface FoldProps {
  readonly title: ComponentChildren
  readonly open?: boolean
  readonly head?: RefObject<HTMLElement | null>
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ComponentChildren
}

/** Content below a title that opens it. */
export function Fold({ title, open, head, onToggle, children }: FoldProps) {
  return (
    <details
      class="fold"
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary ref={head ?? null}>
        <Icon name="next" size="small" />
        {title}
      </summary>
      {children}
    </details>
  )
}
