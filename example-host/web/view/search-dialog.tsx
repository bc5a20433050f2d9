import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import { authorOf, channelName } from '../state/names.js'
import { type Found, searchMessages } from '../state/search.js'
import { dayName } from '../state/times.js'
import { useChat, useChatState } from './chat-context.jsx'
import { FormError } from './form-error.jsx'
import { SearchField } from './search-field.jsx'

const MAX_TERMS = 256
/** Characters of a message that a result shows. */
const QUOTED = 200

interface SearchDialogProps {
  /** What to search for at once. */
  readonly terms?: string
  readonly onClose: () => void
}

/** Searches the messages of the reader's channels and of public channels. */
export function SearchDialog({ terms: first = '', onClose }: SearchDialogProps): JSX.Element {
  const { store } = useChat()
  const [found, setFound] = useState<Found | null>(null)
  const [text, setText] = useState(first)
  const [busy, setBusy] = useState(false)
  const search = async (): Promise<void> => {
    const terms = text.trim()
    if (terms === '') return
    setBusy(true)
    setFound(await searchMessages(store, terms))
    setBusy(false)
  }
  useEffect(() => void search(), [])
  return (
    <Dialog title="Search messages" onClose={onClose}>
      <form
        role="search"
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void search()
        }}
      >
        <SearchField
          label="Words in the message"
          look="grow"
          defaultValue={first}
          onText={setText}
          maxLength={MAX_TERMS}
        />
        <button type="submit" class="btn btn--primary" aria-disabled={busy}>
          {busy ? 'Searching' : 'Search'}
        </button>
      </form>
      <p class="muted small" role="status">
        {found && !busy ? summary(found) : ''}
      </p>
      <FormError text={found?.error ?? ''} />
      <ol class="found">
        {found?.posts.map((post) => (
          <Result key={post.id} post={post} onFollow={onClose} />
        ))}
      </ol>
    </Dialog>
  )
}

function summary({ terms, posts, hasMore, error }: Found): string {
  if (error !== '') return ''
  if (posts.length === 0) return `No messages contain “${terms}”`
  if (hasMore) return `The latest ${posts.length} messages. Add words to find others.`
  return countText(posts.length, 'message')
}

function Result({ post, onFollow }: { readonly post: Post; readonly onFollow: () => void }) {
  const team = useChatState((state) => state.team.name)
  const author = useChatState((state) => authorOf(post, state).name)
  const channel = useChatState((state) => state.channels.get(post.channelId))
  const place = useChatState((state) => (channel ? channelName(channel, state) : ''))
  return (
    <li>
      <a class="found__link" href={postPath(team, post.id)} onClick={onFollow}>
        <span class="found__head">
          <bdi>{author}</bdi>
          <span class="subtle">
            {place !== '' && `in ${place}, `}
            {dayName(post.createAt)}
          </span>
        </span>
        <span class="found__text" dir="auto">
          {excerpt(post.message)}
        </span>
      </a>
    </li>
  )
}

function excerpt(message: string): string {
  const characters = Array.from(message.slice(0, 2 * QUOTED).replace(/\s+/g, ' '))
  if (characters.length <= QUOTED) return characters.join('')
  return `${characters.slice(0, QUOTED).join('')}…`
}
