import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useChatState } from '../view/chat-context.jsx'
import { isOnlyEmoji } from './emoji-words.js'
import { tokensOf } from './markdown.js'
import { treeOf } from './tree.jsx'
import type { Readers } from './words.jsx'

interface MarkdownTextProps {
  readonly text: string
  /** Whether a few emoji without words are larger. */
  readonly largeEmoji?: boolean
}

/** Renders a text as Markdown. */
export function MarkdownText({ text, largeEmoji = false }: MarkdownTextProps): JSX.Element {
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  const channels = useChatState((state) => state.channels)
  const team = useChatState((state) => state.team)
  return useMemo(() => {
    const tree = shown(text, { users, me, channels, team })
    const isLarge = largeEmoji && isOnlyEmoji(text)
    return isLarge ? <div class="large-emoji">{tree}</div> : <>{tree}</>
  }, [text, largeEmoji, users, me, channels, team])
}

// An error in one message must not affect others.
function shown(text: string, readers: Readers): ComponentChildren {
  try {
    return treeOf(tokensOf(text), readers)
  } catch {
    return (
      <p class="plain" dir="auto">
        {text}
      </p>
    )
  }
}
