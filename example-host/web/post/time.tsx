import type { JSX } from 'preact'
import { clockTime, fullTime } from '../state/times.js'

export function Time({ at, text }: { readonly at: number; readonly text?: string }): JSX.Element {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {text ?? clockTime(at)}
    </time>
  )
}
