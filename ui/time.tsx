import { fullTime, timeOfDay } from './times.js'

interface TimeProps {
  readonly at: number
  /** The time of day unless given. */
  readonly text?: string
  readonly class?: string
}

/** A moment; its title is the full time. */
export function Time({ at, text, class: name }: TimeProps) {
  return (
    <time class={name} dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {text ?? timeOfDay(at)}
    </time>
  )
}
