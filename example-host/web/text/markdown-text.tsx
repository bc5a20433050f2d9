import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useChatState } from '../view/chat-context.jsx'
import { tokensOf } from './markdown.js'
import { treeOf } from './tree.jsx'
import type { Readers } from './words.jsx'

/** A text as the Markdown it is written in. */
export function MarkdownText({ text }: { readonly text: string }): JSX.Element {
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  return useMemo(() => <>{shown(text, { users, me })}</>, [text, users, me])
}

// No message may take the others with it, whatever it holds.
function shown(text: string, readers: Readers): ComponentChildren {
  try {
    return treeOf(tokensOf(text), readers)
  } catch {
    return <p class="plain">{text}</p>
  }
}
