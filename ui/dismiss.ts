import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLatest } from './latest.js'

/**
 * Closes open content on Escape (the focus returns to the opener), on a click elsewhere, and when
 * the focus leaves. `anchor` is the element around the opener and its content.
 */
export function useDismiss(open: boolean, close: () => void) {
  const anchor = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const latest = useLatest(close)
  // Registered immediately, because the next key may be Escape.
  useLayoutEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      event.preventDefault()
      latest.current()
      opener.current?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && anchor.current?.contains(target)) return
      latest.current()
    }
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !around?.contains(relatedTarget)) latest.current()
    }
    const around = anchor.current
    around?.addEventListener('focusout', onLeave)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress, true)
    return () => {
      around?.removeEventListener('focusout', onLeave)
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress, true)
    }
  }, [open])
  return { anchor, opener }
}
