import type { JSX } from 'preact'
import { fullTime, shortTime } from '../state/time.js'

/** A relative time, with the full time as a tooltip. 0 is never. */
export function Time(props: { at: number; text?: string; class?: string }): JSX.Element {
  if (props.at === 0) return <span class={props.class ?? ''}>never</span>
  return (
    <time
      class={props.class ?? ''}
      dateTime={new Date(props.at).toISOString()}
      title={fullTime(props.at)}
    >
      {props.text ?? shortTime(props.at)}
    </time>
  )
}
