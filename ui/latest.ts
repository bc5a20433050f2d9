import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'

/** The value of the last rendering, for callbacks that outlive the rendering that made them. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
