import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useState } from 'preact/hooks'
import { reasonOf } from '../state/reason.js'

/** Why something was not done; nothing without a text. */
export function FormError({ id, text }: { readonly id?: string; readonly text: string }) {
  if (text === '') return null
  return (
    <p class="error" role="alert" {...(id === undefined ? {} : { id })}>
      <Icon name="alert" size="small" />
      {text}
    </p>
  )
}

/** What is in a field of a form. */
export function entryOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

interface Attempt {
  /** While it is, nothing else is begun. */
  readonly busy: boolean
  /** Why the last attempt failed, or ''. */
  readonly error: string
  /** Does something that may fail. Returns whether it was done. */
  readonly attempt: (act: () => Promise<void>) => Promise<boolean>
}

/** For what a form or a button does on the server. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  return {
    busy,
    error,
    attempt: async (act) => {
      if (busy) return false
      setBusy(true)
      const reason = await act().then(() => '', reasonOf)
      setBusy(false)
      setError(reason)
      return reason === ''
    },
  }
}
