import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { onSignedOut } from '../../api/call.js'
import type { Webhook } from '../../api/webhooks.js'
import { Notice } from '../../parts/notice.js'
import { useLeaveGuard } from '../../state/leaving.js'
import { routeOfUrl } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import type { Draft } from './draft.js'
import { changesOf, keepDraft } from './kept-draft.js'

interface Unsaved {
  readonly draft: Draft
  /** The draft without the user's changes. */
  readonly saved: Draft
  /** The record being edited, null for a new one. */
  readonly webhook: Pick<Webhook, 'id' | 'etag'> | null
}

/** Asks before a changed form is left, and keeps the changes if the session ends. */
export function useUnsaved({ draft, saved, webhook }: Unsaved): void {
  const { me } = useSession()
  const changes = changesOf(saved, draft)
  const isChanged = Object.keys(changes).length > 0
  const { id = '', etag = '' } = webhook ?? {}
  const latest = useRef({ isChanged, etag, changes })
  latest.current = { isChanged, etag, changes }
  useEffect(
    () =>
      onSignedOut(() => {
        const { isChanged: isWorthKeeping, ...kept } = latest.current
        if (isWorthKeeping) keepDraft({ userId: me.id, webhookId: id, ...kept })
      }),
    [me.id, id],
  )
  useLeaveGuard(isChanged, (target) => {
    const route = routeOfUrl(target)
    if (webhook === null) return route.page !== 'add'
    return route.page !== 'webhook' || route.id !== id
  })
}

/** Shown above a form that contains a kept draft. */
export function RestoredNotice(): JSX.Element {
  return (
    <Notice role="status" class="mb-4">
      <p>
        <span class="notice__title">Not saved yet.</span> The form contains what you typed before
        you were signed out.
      </p>
    </Notice>
  )
}
