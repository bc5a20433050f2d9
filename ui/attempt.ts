import { useState } from 'preact/hooks'

/** Something that a button or a form does on the server. */
export interface Attempts<Fault> {
  /** While it is, nothing else is begun. */
  readonly busy: boolean
  /** Why the last attempt failed; null if it did not, or while another one is under way. */
  readonly error: Fault | null
  /** Does something that may fail. Returns whether it was done. */
  readonly attempt: (act: () => Promise<unknown>) => Promise<boolean>
}

/** `faultOf` says why something failed, and throws what is no failure of a call. */
export function useAttempts<Fault>(faultOf: (reason: unknown) => Fault): Attempts<Fault> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Fault | null>(null)
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setError(null)
    try {
      await act()
      return true
    } catch (reason) {
      setError(faultOf(reason))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, attempt }
}
