import { ActionDialog, Button } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLeaveQuestion } from '../state/leaving.js'
import { Jump, type Route } from '../state/route.js'
import { shownToast } from '../state/toasts.js'
import { Bar, Side } from './navigation.js'

interface FrameProps {
  readonly page: Route['page']
  readonly children: ComponentChildren
}

const WIDTHS: Readonly<Partial<Record<Route['page'], string>>> = {
  integrations: ' page--form',
  logging: ' page--form',
  logs: ' page--fill',
}

/** Bar, navigation and content. */
export function Frame({ page, children }: FrameProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => {
    if (!open) return
    const pressed = (event: Event) => {
      const inside = event.target instanceof Element && event.target.closest('.side, .bar')
      if (!inside) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      document.querySelector<HTMLElement>('[aria-controls="side"]')?.focus()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <>
      <SkipLink />
      <Bar drawer={{ id: 'side', open, toggle: () => setOpen(!open) }} />
      <div class="console">
        <Side page={page} open={open} close={close} />
        <main class={`page${WIDTHS[page] ?? ''}`} id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <LeaveDialog />
      <Toasts />
    </>
  )
}

/** The bar and one message, for users who may not see a page. */
export function BareFrame({ children }: Pick<FrameProps, 'children'>) {
  return (
    <>
      <SkipLink />
      <Bar />
      <main class="center center--in" id="main" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </>
  )
}

function SkipLink() {
  return (
    <Jump class="skip" to="main">
      Skip to content
    </Jump>
  )
}

/** Asks before a changed form is left. */
function LeaveDialog() {
  const question = useLeaveQuestion()
  if (question === null) return null
  return (
    <ActionDialog
      title="Leave without saving?"
      isQuestion
      onClose={question.stay}
      cancel="Keep editing"
      action={{ kind: 'danger', onPress: question.leave, children: 'Discard changes' }}
    >
      <p>Your changes to this form have not been saved.</p>
    </ActionDialog>
  )
}

/** Always rendered, so that assistive technology announces new toasts. */
function Toasts() {
  const shown = shownToast.use()
  return (
    <div class="toasts" role="status">
      {shown && (
        <div class="toast" key={shown.id}>
          {shown.text}
          {shown.undo && (
            <Button
              kind="link"
              small
              onPress={() => {
                shown.undo?.()
                shownToast.set(null)
              }}
            >
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
