import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface MenuProps {
  readonly id: string
  readonly buttonClass: string
  readonly buttonLabel?: string
  readonly button: ComponentChildren
  /** With a name the content is navigation. */
  readonly name?: string
  readonly end?: boolean
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that discloses links and buttons. Escape and a press outside close it. */
export function Menu(props: MenuProps): JSX.Element {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
  }
  useEffect(() => {
    if (!open) return
    anchor.current?.querySelector<HTMLElement>('.menu a, .menu button')?.focus()
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', pressed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
    }
  }, [open])
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
    button.current?.focus()
  }
  const left = (event: FocusEvent): void => {
    const next = event.relatedTarget
    if (next instanceof Node && !anchor.current?.contains(next)) close()
  }
  const panel = `menu${props.end === true ? ' menu--end' : ''}`
  return (
    <div class="anchor" ref={anchor} onKeyDown={escape} onFocusOut={left}>
      <button
        type="button"
        ref={button}
        class={props.buttonClass}
        aria-expanded={open}
        {...(open ? { 'aria-controls': props.id } : {})}
        {...(props.buttonLabel === undefined ? {} : { 'aria-label': props.buttonLabel })}
        onClick={() => {
          setOpen(!open)
        }}
      >
        {props.button}
      </button>
      {open &&
        (props.name === undefined ? (
          <div class={panel} id={props.id}>
            {props.children(close)}
          </div>
        ) : (
          <nav class={panel} id={props.id} aria-label={props.name}>
            {props.children(close)}
          </nav>
        ))}
    </div>
  )
}
