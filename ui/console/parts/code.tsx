import { useRef } from 'preact/hooks'
import { CopyButton } from './copy-button.js'

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
