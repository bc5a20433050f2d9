import type { CallError } from 'express-incoming-webhooks-ui'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { findWebhook, type Webhook } from '../api/webhooks.js'
import { CardSkeleton } from '../parts/card.js'
import { useLoaded } from '../state/loading.js'
import { useChoice } from '../state/route.js'
import { useSession } from '../state/session.js'
import { Failure, NoSuchWebhook } from './messages.js'

interface Shown {
  readonly webhook: Webhook
  /** Shows a newer record in its place. */
  readonly put: (webhook: Webhook) => void
  readonly reload: () => void
}

const ShownContext = createContext<Shown | null>(null)

/** The webhook that the page is about. */
export function useWebhook(): Shown {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('no webhook above this component')
  return shown
}

/** Loads the webhook again after an error by which it may be deleted, or webhooks turned off. */
export function useRechecked(error: CallError | null): void {
  const shown = useContext(ShownContext)
  useEffect(() => {
    if (error?.status === 404 || error?.status === 501) shown?.reload()
  }, [error])
}

/** The open dialog of a webhook's page, as the address of the page calls it, and how to open another one. */
export function useQuestion() {
  return useChoice('ask', ['', 'test', 'delete', 'regenerate', 'signing', 'owner', 'replay'])
}

interface LoadedWebhookProps {
  readonly id: string
  readonly children: ComponentChildren
}

/** A page about one webhook, as soon as it is loaded. */
export function LoadedWebhook({ id, children }: LoadedWebhookProps) {
  const { error, value, slow, reload, put } = useLoaded(() => findWebhook(id))
  const { refresh } = useSession()
  useEffect(() => {
    // Incoming webhooks have been turned off.
    if (error?.status === 501) refresh()
  }, [error])
  if (error?.status === 404) return <NoSuchWebhook />
  if (value !== null) {
    const shown = { webhook: value, put, reload }
    return <ShownContext.Provider value={shown}>{children}</ShownContext.Provider>
  }
  if (error !== null) return <Failure error={error} retry={reload} />
  return slow ? <CardSkeleton label="Loading the webhook" /> : null
}
