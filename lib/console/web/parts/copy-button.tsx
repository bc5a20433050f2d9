import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.js'
import { copyText } from './copy.js'

interface CopyButtonProps {
  readonly text: string
  readonly said: string
  readonly children: string
  readonly kind?: 'plain' | 'primary' | 'ghost'
  readonly small?: boolean
  readonly class?: string
  /** Selects the displayed text. */
  readonly select: () => void
}

const DONE_MS = 2000

/** Shows *Copied* for a moment. */
export function CopyButton(props: CopyButtonProps): JSX.Element {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => {
      setDone(false)
    }, DONE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [done])
  const copy = async (): Promise<void> => {
    setDone(await copyText(props.text, props.said, props.select))
  }
  return (
    <Button
      icon="copy"
      kind={props.kind ?? 'plain'}
      small={props.small ?? false}
      class={props.class ?? ''}
      onPress={() => {
        void copy()
      }}
    >
      <span class="btn__text">{done ? 'Copied' : props.children}</span>
    </Button>
  )
}
