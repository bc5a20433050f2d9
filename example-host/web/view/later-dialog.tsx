import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { laterScript } from '../api/later-script.js'
import { dialogsPath } from '../api/root.js'
import { closeDialog } from '../state/dialog.js'
import type { LaterName } from '../state/model.js'
import { useOffline } from '../state/use-chat.js'
import type * as Script from './dialogs.js'
import { whenIdle } from './when-idle.js'

let loaded: typeof Script | null = null
const loadScript = laterScript(dialogsPath, isDialogs)

function isDialogs(script: unknown): script is typeof Script {
  return typeof script === 'object' && script !== null && 'DIALOGS' in script
}

async function loadDialogs(): Promise<void> {
  loaded ??= await loadScript()
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
  readonly name: LaterName
  readonly about: string
}

/** A dialog that is not in the page's first script. */
export function LaterDialog({ name, about }: LaterDialogProps): JSX.Element {
  const offline = useOffline()
  const [state, setState] = useState<'loading' | 'failed' | 'again' | 'loaded'>('loading')
  const load = (): void => {
    loadDialogs().then(
      () => setState('loaded'),
      () => setState('failed'),
    )
  }
  // Tries again when the connection is back.
  useEffect(load, [offline])
  if (loaded) {
    const Named = loaded.DIALOGS[name]
    return <Named key={`${name} ${about}`} about={about} />
  }
  if (state === 'loading') return <Loading />
  return (
    <NotLoaded
      busy={state === 'again'}
      onAgain={() => {
        setState('again')
        load()
      }}
    />
  )
}

function Loading(): JSX.Element | null {
  const late = useLate()
  if (!late) return null
  return (
    <Dialog title="Loading" onClose={closeDialog}>
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
}

function NotLoaded({ busy, onAgain }: NotLoadedProps): JSX.Element {
  const offline = useOffline()
  return (
    <Dialog
      title="This did not open"
      onClose={closeDialog}
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
