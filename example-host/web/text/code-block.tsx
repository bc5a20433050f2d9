import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const SHOWN_MS = 2_000

export function CodeBlock({ code }: { readonly code: string }): JSX.Element {
  const block = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => {
      setSaid('')
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [said])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code)
      setSaid('Copied')
    } catch {
      if (block.current) getSelection()?.selectAllChildren(block.current)
      setSaid('Press Ctrl+C')
    }
  }
  return (
    <div class="code code--copy">
      <pre tabIndex={0} role="group" aria-label="Code">
        <code ref={block}>{code}</code>
      </pre>
      <button type="button" class="btn btn--small code__copy" onClick={() => void copy()}>
        <Icon name="copy" />
        <span>{said || 'Copy'}</span>
      </button>
      <span class="vh" role="status">
        {said}
      </span>
    </div>
  )
}
