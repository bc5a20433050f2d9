import type { ComponentChildren } from 'preact'

interface TickProps {
  readonly type: 'checkbox' | 'radio'
  readonly id: string
  readonly text: string
  readonly hint: ComponentChildren
  readonly checked: boolean
  /** Of the radio buttons that exclude each other. */
  readonly name?: string
  readonly autofocus?: boolean
  readonly onTick: (checked: boolean) => void
}

/** A box or a radio button with its text. */
export function Tick({ text, hint, onTick, ...attributes }: TickProps) {
  const hintId = hint ? `${attributes.id}-hint` : undefined
  return (
    <div class="choice">
      <input
        {...attributes}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <label class="choice__text" for={attributes.id}>
        {text}
      </label>
      {hint && (
        <span class="choice__hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  )
}
