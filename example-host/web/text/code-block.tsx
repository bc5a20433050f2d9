import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { CopyButton } from 'express-incoming-webhooks-ui/copy-button'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'

interface CodeBlockProps {
  readonly code: string
  /** The words behind the opening fence, or ''. */
  readonly language: string
}

export function CodeBlock({ code, language }: CodeBlockProps): JSX.Element {
  const block = useRef<HTMLElement>(null)
  const name = language === '' ? 'Code' : `Code: ${language}`
  return (
    <div class="code" dir="ltr">
      <div class="code__head">
        <span class="code__language">{language}</span>
        <CopyButton
          text={code}
          class="btn btn--ghost btn--small"
          select={() => {
            selectTextOf(block.current)
          }}
        >
          Copy
        </CopyButton>
      </div>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code ref={block}>{code}</code>
      </pre>
    </div>
  )
}
