import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { laterScript } from '../api/later-script.js'
import { dialogsPath } from '../api/root.js'
import type * as AllDialogs from './dialogs.js'
import { useOffline } from './use-offline.js'
import { whenIdle } from './when-idle.js'

type Dialogs = typeof AllDialogs

let loaded: Dialogs | null = null
const load = laterScript(dialogsPath, isDialogs)

function isDialogs(script: unknown): script is Dialogs {
  return typeof script === 'object' && script !== null && 'ShortcutsDialog' in script
}

async function loadDialogs(): Promise<void> {
  loaded ??= await load()
}

/** In this time after the start, many readers go to another channel, which should not wait for anything else. */
const FIRST_STEPS_MS = 2_000

/** Loads the dialogs when the page has nothing else to do, so that they open at once, also without a connection. */
export function useDialogsSoon(): void {
  const offline = useOffline()
  useEffect(() => {
    if (offline || loaded) return
    let stopWaiting = (): void => undefined
    const timer = setTimeout(() => {
      stopWaiting = whenIdle(() => {
        // The first one that is opened tries again.
        loadDialogs().catch(() => undefined)
      })
    }, FIRST_STEPS_MS)
    return () => {
      clearTimeout(timer)
      stopWaiting()
    }
  }, [offline])
}

interface LaterDialogProps {
  readonly onClose: () => void
  readonly children: (dialogs: Dialogs) => JSX.Element
}

/** A dialog that is not in the page's first script. */
export function LaterDialog({ onClose, children }: LaterDialogProps): JSX.Element {
  const { state, again } = useLoading()
  if (loaded) return children(loaded)
  if (state === 'loading') return <Loading onClose={onClose} />
  return <NotLoaded busy={state === 'again'} onAgain={again} onClose={onClose} />
}

interface Attempt {
  readonly state: 'loading' | 'failed' | 'again' | 'loaded'
  readonly again: () => void
}

/** Tries when asked to, and when the connection is back. */
function useLoading(): Attempt {
  const offline = useOffline()
  const [state, setState] = useState<Attempt['state']>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (loaded) return
    let isShown = true
    const show = (now: Attempt['state']) => () => {
      if (isShown) setState(now)
    }
    loadDialogs().then(show('loaded'), show('failed'))
    return () => {
      isShown = false
    }
  }, [attempt, offline])
  return {
    state,
    again: () => {
      setState('again')
      setAttempt(attempt + 1)
    },
  }
}

function Loading({ onClose }: { readonly onClose: () => void }): JSX.Element | null {
  const late = useLate()
  if (!late) return null
  return (
    <Dialog title="Loading" onClose={onClose}>
      <p class="row muted" role="status">
        <span class="spin" aria-hidden="true" />
        This opens in a moment
      </p>
    </Dialog>
  )
}

interface NotLoadedProps {
  readonly busy: boolean
  readonly onAgain: () => void
  readonly onClose: () => void
}

function NotLoaded({ busy, onAgain, onClose }: NotLoadedProps): JSX.Element {
  const offline = useOffline()
  return (
    <Dialog
      title="This did not open"
      onClose={onClose}
      buttons={
        <>
          {!offline && (
            <button type="button" class="btn" onClick={() => location.reload()}>
              Reload the page
            </button>
          )}
          <button
            type="button"
            class="btn btn--primary"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onAgain()
            }}
          >
            <Icon name="again" />
            Try again
          </button>
        </>
      }
    >
      <p role="alert">
        {offline
          ? 'There is no connection to the server. It opens when the connection is back.'
          : 'This part of the chat could not be loaded. If the chat was updated after you opened this page, reload it: your drafts are kept.'}
      </p>
    </Dialog>
  )
}
