import type { JSX, RefObject } from 'preact'

/** Characters, as the server counts them or fewer. */
const MAX_PURPOSE = 250

interface PurposeFieldProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly value?: string
  readonly optional?: boolean
}

/** What a channel is for. */
export function PurposeField({
  input,
  value = '',
  optional = false,
}: PurposeFieldProps): JSX.Element {
  return (
    <div class={optional ? 'field mt-6' : 'field'}>
      <label class="label" for="channel-purpose">
        Purpose {optional && <span class="label__opt">optional</span>}
      </label>
      <input
        ref={input}
        class="input"
        id="channel-purpose"
        type="text"
        dir="auto"
        maxLength={MAX_PURPOSE}
        autocomplete="off"
        defaultValue={value}
        aria-describedby="channel-purpose-hint"
      />
      <p class="hint" id="channel-purpose-hint">
        What the channel is for. Shown below its name.
      </p>
    </div>
  )
}
