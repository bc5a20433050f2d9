import { CopyButton } from 'express-incoming-webhooks-ui/copy-button'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'

export function CodeBlock({ code }: { readonly code: string }): JSX.Element {
  const block = useRef<HTMLElement>(null)
  return (
    <div class="code code--copy">
      <pre tabIndex={0} role="group" aria-label="Code">
        <code ref={block}>{code}</code>
      </pre>
      <CopyButton
        text={code}
        class="btn btn--small code__copy"
        select={() => {
          if (block.current) getSelection()?.selectAllChildren(block.current)
        }}
      >
        Copy
      </CopyButton>
    </div>
  )
}
