import type { CallError } from 'express-incoming-webhooks-ui/call'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import { useState } from 'preact/hooks'
import type { Webhook } from '../../api/webhooks.js'
import { callErrorOf } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { type Draft, inputOf } from './draft.js'
import { type Fault, faultsOf, serverFault } from './faults.js'

/** The state of a form. */
export interface FormState {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  readonly faults: readonly Fault[]
  /** A failure that does not belong to a field. */
  readonly error: CallError | null
  readonly busy: boolean
  /** Counts failed attempts, so that the summary gets the focus each time. */
  readonly tries: number
  /** Starts over from this draft. */
  readonly reset: (draft: Draft) => void
  /** Sends the form, unless it has faults. A failed call is shown in the form. */
  readonly submit: (send: (input: Wire) => Promise<void>) => Promise<void>
}

const QUIET = { faults: [], error: null } as const

/** `before` is the record being edited, null for a new one. */
export function useForm(initial: Draft, before: Webhook | null): FormState {
  const { me } = useSession()
  const [draft, setDraft] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const [outcome, setOutcome] = useState<Pick<FormState, 'faults' | 'error'>>(QUIET)
  const fail = (next: Pick<FormState, 'faults' | 'error'>): void => {
    setOutcome(next)
    setTries((count) => count + 1)
  }
  const submit: FormState['submit'] = async (send) => {
    if (busy) return
    const faults = faultsOf(draft, before)
    if (faults.length > 0) {
      fail({ faults, error: null })
      return
    }
    setBusy(true)
    setOutcome(QUIET)
    try {
      await send(inputOf(draft, before, me.admin))
    } catch (reason) {
      const error = callErrorOf(reason)
      const fault = serverFault(error)
      fail(fault ? { faults: [fault], error: null } : { faults: [], error })
    } finally {
      setBusy(false)
    }
  }
  return {
    draft,
    change: (changes) => setDraft((current) => ({ ...current, ...changes })),
    ...outcome,
    busy,
    tries,
    reset: (next) => {
      setDraft(next)
      setOutcome(QUIET)
    },
    submit,
  }
}

/** The error text under a field, or null. */
export function faultOf({ faults }: Pick<FormState, 'faults'>, field: string): string | null {
  return faults.find((fault) => fault.field === field)?.text ?? null
}
