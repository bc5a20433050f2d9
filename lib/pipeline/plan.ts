import type { Guarantee } from '../adapters/types.js'
import type { Message, Step } from '../model/message.js'
import type { HookWarning, IncomingWebhook } from '../model/records.js'
import { chosenMode, type Correlation } from '../rules/together.js'
import type { Understood } from './read.js'
import type { IncidentMessage } from './together.js'

/**
 * What is to be done with a request that was understood: its message gets posts of its own, or goes to the
 * post of its incident.
 */
export type Plan =
  | { readonly kind: 'skip' }
  | ({ readonly kind: 'post' } & Shown)
  | ({ readonly kind: 'incident' } & Shown &
      Pick<IncidentMessage, 'about' | 'mode' | 'isOnlyIfKnown'>)

interface Shown {
  readonly message: Step<Message>
  /** What was asked for and cannot be done. */
  readonly warnings: readonly HookWarning[]
}

const NOT_TOGETHER: HookWarning = {
  path: 'Correlation-Key',
  reason: 'this host does not store incidents: each event is a post',
}

const STATE_OF_NOTHING: HookWarning = {
  path: 'Correlation-State',
  reason: 'has no effect: nothing in the request names an incident, as Correlation-Key does',
}

/** What the webhook's owner wants, as far as the host can do it. */
export function planOf(
  { message, about, verdict }: Understood,
  { together }: Pick<IncomingWebhook, 'together'>,
  guarantees: ReadonlySet<Guarantee>,
  correlation?: Correlation,
): Plan {
  if (!message) return { kind: 'skip' }
  const mode = about ? chosenMode(together, about) : 'off'
  if (!about || mode === 'off') {
    const isStateLost = !about && correlation?.isStateInHeader
    return { kind: 'post', message, warnings: isStateLost ? [STATE_OF_NOTHING] : [] }
  }
  const isOnlyIfKnown = verdict === 'onlyIfKnown'
  if (!guarantees.has('incidents')) {
    return isOnlyIfKnown ? { kind: 'skip' } : { kind: 'post', message, warnings: [NOT_TOGETHER] }
  }
  const possible = guarantees.has('threads') ? mode : 'edit'
  return { kind: 'incident', message, about, mode: possible, isOnlyIfKnown, warnings: [] }
}
