import { useEffect, useState } from 'preact/hooks'
import { COPY_BY_HAND, copyText } from './copy.js'
import { Icon } from './icon.js'

interface CopyButtonProps {
  readonly text: string
  readonly class: string
  /** Marks the text where it is shown. */
  readonly select: () => void
  /** Informs the reader in another way too; without it the button speaks to assistive technology. */
  readonly report?: (copied: boolean) => void
  readonly children: string
}

const SHOWN_MS = 2_000

/** Copies a text, and shows for a while what became of it. */
export function CopyButton(props: CopyButtonProps) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    const copied = await copyText(props.text)
    if (!copied) props.select()
    setSaid(copied ? 'Copied' : COPY_BY_HAND)
    props.report?.(copied)
  }
  return (
    <>
      <button type="button" class={props.class} onClick={() => void copy()}>
        <Icon name="copy" />
        <span>{said || props.children}</span>
      </button>
      {!props.report && (
        <span class="vh" role="status">
          {said}
        </span>
      )}
    </>
  )
}
