import {
  type CallError,
  callErrorOf,
  useAttempts,
  useLate,
  useLatest,
} from 'express-incoming-webhooks-ui'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** A value that is being loaded. `slow` is true if it takes long enough to show a placeholder. */
export interface Loaded<Value> {
  readonly value: Value | null
  readonly error: CallError | null
  readonly slow: boolean
  /** When the value was loaded. */
  readonly at: number
  /** Loads it again and keeps the old value meanwhile. */
  readonly reload: () => void
  /** Replaces the value, for example with the response of a call. */
  readonly put: (value: Value) => void
  /** Replaces the value as it is then, for example after a call during which it may have changed. */
  readonly change: (changed: (value: Value) => Value) => void
}

/**
 * Loads immediately, and again if `what` changes. The old value stays until a newer one arrives, also
 * if a later attempt fails.
 */
export function useLoaded<Value>(load: () => Promise<Value>, what = ''): Loaded<Value> {
  const [state, setState] = useState<Pick<Loaded<Value>, 'value' | 'error' | 'at'>>(NOTHING)
  const [turn, setTurn] = useState(0)
  const latest = useLatest(load)
  const isUnderWay = useRef(false)
  const put = (value: Value) => setState({ value, error: null, at: Date.now() })
  const change = (changed: (value: Value) => Value) =>
    setState((before) =>
      before.value === null ? before : { ...before, value: changed(before.value) },
    )
  useEffect(() => {
    let current = true
    isUnderWay.current = true
    const settle = async () => {
      try {
        const value = await latest.current()
        if (current) put(value)
      } catch (reason) {
        if (current) setState((before) => ({ ...before, error: callErrorOf(reason) }))
      } finally {
        if (current) isUnderWay.current = false
      }
    }
    void settle()
    return () => {
      current = false
    }
  }, [turn, what])
  const reload = useCallback(() => {
    if (isUnderWay.current) return
    setState((before) => (before.value === null ? NOTHING : before))
    setTurn((before) => before + 1)
  }, [])
  const slow = useLate(state.value === null && state.error === null)
  return { ...state, slow, reload, put, change }
}

const NOTHING = { value: null, error: null, at: 0 }

/** An action of a button. Runs once at a time and keeps its error until the next attempt. */
export function useAction() {
  const { attempt, ...state } = useAttempts(callErrorOf)
  return { ...state, run: (work: () => Promise<void>) => void attempt(work) }
}

/** The text once it was left alone for so long. */
export function useRested(text: string, ms: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ms)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Calls every `ms` while the page is visible. */
export function usePolling(poll: () => void, ms: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') poll()
    }, ms)
    return () => clearInterval(timer)
  }, [poll, ms])
}

/** Whether the browser reports a connection. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  return online
}

/** Why nothing can be changed now; false if it can. */
export function useUnavailable(): string | false {
  return !useOnline() && 'No connection'
}
