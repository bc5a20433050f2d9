import type { JSX } from 'preact'
import { Notice } from '../../parts/notice.js'
import { errorText } from './summary.js'

interface UnchangedProps {
  readonly error: Parameters<typeof errorText>[0]
  readonly class?: string
}

/** What was asked for has failed, and everything is as it was. */
export function Unchanged({ error, class: name = '' }: UnchangedProps): JSX.Element {
  return (
    <Notice kind="bad" role="alert" class={name}>
      <p>
        <span class="notice__title">Nothing was changed.</span> {errorText(error)}
      </p>
    </Notice>
  )
}
