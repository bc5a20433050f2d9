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

/** A piece of code: plain text, or text with a syntax colour, or the place of a fault. */
export type CodePiece = string | { readonly kind: keyof typeof CLASSES; readonly text: string }

const CLASSES = { key: 'tk', string: 'ts', comment: 'tc', fault: 'fault' } as const

interface CodeProps {
  readonly pieces: readonly CodePiece[]
  readonly name: string
  readonly said: string
  /** The file name, shown above the code. */
  readonly file?: string
  /** Whether long lines are continued below instead of being scrolled to. */
  readonly wraps?: boolean
}

/** A code block with a button to copy it. */
export function Code(props: CodeProps) {
  const element = useRef<HTMLElement>(null)
  const text = props.pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('')
  const body = (
    <pre tabIndex={0} role="region" aria-label={props.name}>
      <code ref={element}>
        {props.pieces.map((piece, at) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <span key={at} class={CLASSES[piece.kind]}>
              {piece.text}
            </span>
          ),
        )}
      </code>
    </pre>
  )
  const button = { text, said: props.said, from: element, small: true } as const
  if (props.file === undefined) {
    return (
      <div class={props.wraps === true ? 'code code--copy code--wrap' : 'code code--copy'}>
        {body}
        <CopyButton {...button} class="code__copy">
          Copy
        </CopyButton>
      </div>
    )
  }
  return (
    <div class="code">
      <div class="code__head">
        <span>{props.file}</span>
        <CopyButton {...button} kind="ghost">
          Copy
        </CopyButton>
      </div>
      {body}
    </div>
  )
}
