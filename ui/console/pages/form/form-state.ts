import type { CallError } from 'express-incoming-webhooks-ui/call'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import { useState } from 'preact/hooks'
import type { CallerName } from '../../../../lib/model/webhook-fields.js'
import type { Webhook } from '../../api/webhooks.js'
import { callErrorOf } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { type Draft, entered, inputOf } from './draft.js'
import { type Fault, faultsOf, serverFault } from './faults.js'

/** The state of a form. */
export interface FormState {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  /** Takes what was typed into the controls of a field. */
  readonly enter: (name: CallerName, ...typed: readonly string[]) => void
  readonly faults: readonly Fault[]
  /** A failure that does not belong to a field. */
  readonly error: CallError | null
  readonly busy: boolean
  /** Starts over from this draft. */
  readonly reset: (draft: Draft) => void
  /** Sends the form, unless it has faults. A failed call is shown in the form. */
  readonly submit: (send: (input: Wire) => Promise<void>) => Promise<void>
}

type Outcome = Pick<FormState, 'faults' | 'error'>

const QUIET: Outcome = { faults: [], error: null }

/** `before` is the record being edited, null for a new one. */
export function useForm(initial: Draft, before: Webhook | null): FormState {
  const { me } = useSession()
  const [draft, setDraft] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState(QUIET)
  const change = (changes: Partial<Draft>): void =>
    setDraft((current) => ({ ...current, ...changes }))
  return {
    draft,
    ...outcome,
    busy,
    change,
    enter: (name, ...typed) => change({ [name]: entered(name, typed) }),
    reset: (next) => {
      setDraft(next)
      setOutcome(QUIET)
    },
    submit: async (send) => {
      if (busy) return
      const faults = faultsOf(draft, before)
      setOutcome({ faults, error: null })
      if (faults.length > 0) return
      setBusy(true)
      try {
        await send(inputOf(draft, me.admin))
      } catch (reason) {
        const error = callErrorOf(reason)
        const fault = serverFault(error)
        setOutcome(fault ? { faults: [fault], error: null } : { faults: [], error })
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The error text under a field, or null. */
export function faultOf({ faults }: Pick<FormState, 'faults'>, field: string): string | null {
  return faults.find((fault) => fault.field === field)?.text ?? null
}
