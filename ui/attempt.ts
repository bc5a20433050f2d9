import { useState } from 'preact/hooks'

/**
 * What a button or a form does on the server. `faultOf` says why something failed, and throws what is no failure
 * of a call.
 */
export function useAttempts<Fault>(faultOf: (reason: unknown) => Fault) {
  /** While it is, nothing else is begun. */
  const [busy, setBusy] = useState(false)
  /** Why the last attempt failed; null if it did not, or while another one is under way. */
  const [error, setError] = useState<Fault | null>(null)
  /** Does something that may fail. Returns whether it was done. */
  const attempt = async (act: () => Promise<unknown>) => {
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
