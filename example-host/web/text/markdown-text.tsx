import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useChatState } from '../view/chat-context.jsx'
import { tokensOf } from './markdown.js'
import { treeOf } from './tree.jsx'
import type { Readers } from './words.jsx'

/** Renders a text as Markdown. */
export function MarkdownText({ text }: { readonly text: string }): JSX.Element {
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  return useMemo(() => <>{shown(text, { users, me })}</>, [text, users, me])
}

// An error in one message must not affect others.
function shown(text: string, readers: Readers): ComponentChildren {
  try {
    return treeOf(tokensOf(text), readers)
  } catch {
    return <p class="plain">{text}</p>
  }
}
