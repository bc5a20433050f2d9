import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { arrowTo } from './arrows.js'
import { useDismiss } from './dismiss.js'

interface MenuProps {
  readonly id: string
  readonly buttonClass: string
  readonly buttonLabel?: string
  readonly button: ComponentChildren
  /** With a name, the content is marked as navigation. */
  readonly name?: string
  readonly end?: boolean
  readonly short?: boolean
  /** A selector. The menu opens above its button if it would overflow the closest matching element. */
  readonly within?: string
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that opens a menu of links and buttons. */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const isUp = usePlacement(open, anchor, props.within)
  const close = () => {
    // A dialog that opens next restores the focus to where it was.
    opener.current?.focus()
    setOpen(false)
  }
  const look = ['menu', props.end && 'menu--end', props.short && 'menu--short', isUp && 'menu--up']
    .filter(Boolean)
    .join(' ')
  const Content = props.name === undefined ? 'div' : 'nav'
  return (
    <div
      class="anchor"
      ref={anchor}
      onKeyDown={(event) => {
        if (!open && event.key === 'ArrowDown' && event.target === opener.current) {
          event.preventDefault()
          setOpen(true)
        } else if (open) moveFocus(event, anchor.current)
      }}
    >
      <button
        type="button"
        ref={opener}
        class={props.buttonClass}
        aria-expanded={open}
        aria-controls={open ? props.id : undefined}
        aria-label={props.buttonLabel}
        title={props.buttonLabel}
        onClick={() => setOpen(!open)}
      >
        {props.button}
      </button>
      {open && (
        <Content class={look} id={props.id} aria-label={props.name}>
          {props.children(close)}
        </Content>
      )}
    </div>
  )
}

/** Arrows, Home and End move in the menu, but not in a text field of it. */
function moveFocus(event: KeyboardEvent, anchor: HTMLElement | null) {
  if (event.defaultPrevented || event.target instanceof HTMLInputElement) return
  const items = [...(anchor?.querySelectorAll<HTMLElement>('.menu a, .menu button') ?? [])]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = arrowTo(event.key, at, items.length)
  if (to === null) return
  event.preventDefault()
  items[to]?.focus()
}

/** Moves the focus into the menu. Returns whether the menu must open above its button. */
function usePlacement(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  within: string | undefined,
) {
  const [isUp, setUp] = useState(false)
  useLayoutEffect(() => {
    const menu = anchor.current?.querySelector<HTMLElement>('.menu')
    if (!open || !menu) {
      setUp(false)
      return
    }
    const room = within === undefined ? null : menu.closest(within)
    if (room) setUp(menu.getBoundingClientRect().bottom > room.getBoundingClientRect().bottom)
    menu.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [open])
  return isUp
}
