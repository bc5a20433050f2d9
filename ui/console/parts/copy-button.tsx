import {
  Button,
  buttonClass,
  type ButtonLook,
  COPY_BY_HAND,
  CopyButton as Copy,
  copyText,
  selectTextOf,
} from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { toast } from '../state/toasts.js'

interface CopyButtonProps
  extends ButtonLook, Pick<ComponentProps<typeof Copy>, 'text' | 'children'> {
  readonly said: string
  /** What shows the text, which is marked there if the browser forbids copying. */
  readonly from: RefObject<HTMLElement | null>
  /** Shows it before. */
  readonly reveal?: () => void
}

/** Copies, and shows what was copied. */
export function CopyButton(props: CopyButtonProps) {
  const { text, said, from, reveal, children, ...look } = props
  return (
    <Copy
      text={text}
      select={() => {
        reveal?.()
        setTimeout(() => selectTextOf(from.current))
      }}
      class={buttonClass(look)}
      report={(copied) => sayCopied(copied, said)}
    >
      {children}
    </Copy>
  )
}

/** Copies and shows a toast. Returns whether the browser allowed it. */
export async function copyAndSay(text: string, said: string): Promise<boolean> {
  const copied = await copyText(text)
  sayCopied(copied, said)
  return copied
}

function sayCopied(copied: boolean, said: string) {
  toast(copied ? said : COPY_BY_HAND)
}

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
export function CopyBox(props: CopyBoxProps) {
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

interface SecretBoxProps extends Pick<CopyBoxProps, 'id' | 'label'> {
  readonly secret: string
  /** What is shown until the secret is asked for. */
  readonly hidden: string
  /** What the button is called that shows it. */
  readonly show: string
  /** What the button is called that copies it, if it is only an icon. */
  readonly copy?: string
  readonly said: string
}

/** The same for a secret: hidden until it is asked for. */
export function SecretBox(props: SecretBoxProps) {
  const { id, label, secret, hidden, show, copy, said } = props
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const look = copy === undefined ? ({ kind: 'primary' } as const) : { class: 'btn--eye' }
  return (
    <CopyBox {...{ id, label, field }} keep={copy !== undefined} value={shown ? secret : hidden}>
      <Button
        class="btn--eye"
        icon="eye"
        label={show}
        pressed={shown}
        onPress={() => setShown(!shown)}
      />
      <CopyButton {...look} text={secret} said={said} from={field} reveal={() => setShown(true)}>
        {copy ?? 'Copy'}
      </CopyButton>
    </CopyBox>
  )
}
