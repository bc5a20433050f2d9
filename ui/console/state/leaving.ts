import { useLatest } from 'express-incoming-webhooks-ui'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { shared } from './shared.js'

/** A question that waits for an answer: whether to lose what was typed. */
interface LeaveQuestion {
  readonly leave: () => void
  readonly stay: () => void
}

/** Whether a target is outside the page whose form has changes. Null if there are no changes. */
let isElsewhere: ((target: URL) => boolean) | null = null
const question = shared<LeaveQuestion>()

/** Proceeds at once, or after the user has agreed to lose what was typed. */
export function leaveFor(target: URL, proceed: () => void): void {
  if (isElsewhere?.(target) !== true) {
    proceed()
    return
  }
  question.set({
    leave: () => {
      isElsewhere = null
      question.set(null)
      proceed()
    },
    stay: () => question.set(null),
  })
}

/** The question that is open now. It is dropped when the component is removed. */
export function useLeaveQuestion(): LeaveQuestion | null {
  useEffect(() => () => question.set(null), [])
  return question.use()
}

/**
 * While `isChanged`, asks before the page changes to a target that `elsewhere` confirms. The browser
 * itself asks before a reload.
 */
export function useLeaveGuard(isChanged: boolean, elsewhere: (target: URL) => boolean): void {
  const latest = useLatest(elsewhere)
  // At once, because a user on a slow machine may leave before the next paint.
  useLayoutEffect(() => {
    if (!isChanged) return
    const check = (target: URL) => latest.current(target)
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    isElsewhere = check
    window.addEventListener('beforeunload', beforeUnload)
    return () => {
      if (isElsewhere === check) isElsewhere = null
      window.removeEventListener('beforeunload', beforeUnload)
    }
  }, [isChanged])
}

/** Where an entry of the history is among those of this document. */
function indexOf(state: unknown) {
  const at: unknown = state instanceof Object ? Reflect.get(state, 'at') : 0
  return typeof at === 'number' ? at : 0
}

let at = indexOf(history.state)
/** Called when the browser is back at the entry that was not left. */
let returned: (() => void) | null = null

/** How far down the entries of the history were left. */
const tops = new Map<number, number>()

/** Scrolls to where this entry of the history was left, when what it shows is there. */
export function useKeptPlace(): void {
  useLayoutEffect(() => {
    window.scrollTo(0, tops.get(at) ?? window.scrollY)
    const keep = () => void tops.set(at, window.scrollY)
    window.addEventListener('scroll', keep)
    return () => window.removeEventListener('scroll', keep)
  }, [])
}

/** The state of a new entry of the history. */
export function nextEntry(): { readonly at: number } {
  at += 1
  tops.delete(at)
  return { at }
}

/** The state of the current entry of the history. */
export function thisEntry(): { readonly at: number } {
  return { at }
}

history.replaceState(thisEntry(), '')

// Registered before the listeners of pages, which then do not notice a move that is taken back.
window.addEventListener('popstate', (event) => {
  const target = indexOf(event.state)
  if (returned !== null) {
    event.stopImmediatePropagation()
    const then = returned
    returned = null
    then()
  } else if (target !== at && isHeld(target - at)) {
    event.stopImmediatePropagation()
    history.go(at - target)
  } else {
    at = target
  }
})

/** Whether the user is asked first. A move in the history cannot be prevented, only taken back. */
function isHeld(way: number) {
  const target = new URL(location.href)
  if (isElsewhere?.(target) !== true) return false
  // Asked only then, because a move in the history closes dialogs.
  returned = () => leaveFor(target, () => history.go(way))
  return true
}
