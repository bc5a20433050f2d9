import type { JSX } from 'preact'
import { searchQuery } from '../state/addresses.js'
import { useChat } from '../view/chat-context.jsx'

/** A link to the messages with the same hashtag. */
export function Hashtag({ hashtag }: { readonly hashtag: string }): JSX.Element {
  const { store } = useChat()
  return (
    <a
      href={searchQuery(hashtag)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        store.set({ searching: hashtag })
      }}
    >
      {hashtag}
    </a>
  )
}
