import { type CallError, callErrorOf, useLatest, type Wire } from 'express-incoming-webhooks-ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Preview, previewRequest } from '../../api/preview.js'

/** Between two calls, of which the server answers ten in a second. */
const BETWEEN_MS = 100

interface Seen {
  /** The newest one that there is. */
  readonly preview: Preview | null
  /** Why there is none of what was asked for last. */
  readonly error: CallError | null
}

/** A preview of what is typed: one call at a time, of the newest. Null: there is nothing to look at now. */
export function usePreview(hookId: string, input: Wire | null) {
  const [seen, setSeen] = useState<Seen>({ preview: null, error: null })
  const latest = useLatest(input)
  const timer = useRef(0)
  const asked = useRef<Wire | null>(null)
  const isBusy = useRef(false)
  const notBefore = useRef(0)
  const isGone = useRef(false)
  const wait = () => {
    clearTimeout(timer.current)
    const ms = Math.max(0, notBefore.current - Date.now())
    if (!isGone.current) timer.current = window.setTimeout(() => void look(), ms)
  }
  const look = async () => {
    const wanted = latest.current
    if (isBusy.current || wanted === null || wanted === asked.current) return
    isBusy.current = true
    asked.current = wanted
    notBefore.current = Date.now() + BETWEEN_MS
    try {
      setSeen({ preview: await previewRequest(hookId, wanted), error: null })
    } catch (reason) {
      const error = callErrorOf(reason)
      if (error.status === 429) {
        asked.current = null
        notBefore.current = Date.now() + Math.max(error.retryAfter, 1) * 1000
      } else setSeen((before) => ({ ...before, error }))
    } finally {
      isBusy.current = false
      wait()
    }
  }
  useEffect(wait, [input])
  useEffect(
    () => () => {
      isGone.current = true
      clearTimeout(timer.current)
    },
    [],
  )
  /** Asks once more for what there was none of. */
  const again = () => {
    asked.current = null
    wait()
  }
  return { ...seen, again }
}
