import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { CopyButton } from 'express-incoming-webhooks-ui/copy-button'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Kind, Piece } from '../highlight/piece.js'
import { highlighted, languageOf } from './highlighting.js'

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
          select={() => selectTextOf(block.current)}
        >
          Copy
        </CopyButton>
      </div>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code ref={block}>
          <Code code={code} language={language} />
        </code>
      </pre>
    </div>
  )
}

const CLASSES: Readonly<Record<Kind, string>> = {
  key: 'tk',
  string: 'ts',
  comment: 'tc',
  number: 'tn',
  title: 'tt',
  removed: 'tr',
}

interface Colours {
  /** Of which code they are. */
  readonly code: string
  readonly pieces: readonly Piece[]
}

/** The code, first without colours. */
function Code({ code, language }: CodeBlockProps): JSX.Element {
  const [colours, setColours] = useState<Colours | null>(null)
  const known = languageOf(language)
  useEffect(() => {
    let isShown = true
    setColours(null)
    if (known !== null) {
      void highlighted(code, known).then((pieces) => {
        if (isShown && pieces) setColours({ code, pieces })
      })
    }
    return () => {
      isShown = false
    }
  }, [code, known])
  if (colours?.code !== code) return <>{code}</>
  return (
    <>
      {colours.pieces.map(({ kind, text }) =>
        kind === null ? text : <span class={CLASSES[kind]}>{text}</span>,
      )}
    </>
  )
}
