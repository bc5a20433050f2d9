import { Time as Moment } from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import { shortTime } from '../state/time.js'

/** A relative time; 0 is never. */
export function Time({ at, text, class: name = '' }: ComponentProps<typeof Moment>) {
  if (at === 0) return <span class={name}>never</span>
  return <Moment class={name} at={at} text={text ?? shortTime(at)} />
}
