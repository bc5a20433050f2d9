import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.js'

interface CopyBoxProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly field: RefObject<HTMLInputElement | null>
  /** Keeps its buttons beside the value where there is little room. */
  readonly keep?: boolean
  readonly children: ComponentChildren
}

/** A text to be copied, and its buttons. */
export function CopyBox(props: CopyBoxProps): JSX.Element {
  const { id, label, value, field, keep = false, children } = props
  return (
    <div class={keep ? 'copybox copybox--keep' : 'copybox'}>
      <label class="vh" for={id}>
        {label}
      </label>
      <input ref={field} class="copybox__value" id={id} readOnly spellcheck={false} value={value} />
      {children}
    </div>
  )
}

interface SecretBoxProps extends Pick<CopyBoxProps, 'id' | 'label' | 'keep'> {
  readonly secret: string
  /** What is shown until the secret is asked for. */
  readonly hidden: string
  /** What the button is called that shows it. */
  readonly show: string
  /** The button that copies; `select` shows the secret and marks it. */
  readonly children: (select: () => void) => JSX.Element
}

/** The same for a secret: hidden until it is asked for. */
export function SecretBox(props: SecretBoxProps): JSX.Element {
  const { secret, hidden, show, children, ...box } = props
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const select = (): void => {
    setShown(true)
    setTimeout(() => field.current?.select())
  }
  return (
    <CopyBox {...box} field={field} value={shown ? secret : hidden}>
      <Button
        class="btn--eye"
        icon="eye"
        label={show}
        pressed={shown}
        onPress={() => setShown(!shown)}
      />
      {children(select)}
    </CopyBox>
  )
}
