import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentProps } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import { closeDialog } from '../state/dialog.js'
import { authorOf, channelName } from '../state/names.js'
import { type Found, searchMessages } from '../state/search.js'
import { dayName } from '../state/times.js'
import { useChat } from '../state/use-chat.js'
import { FormError, useAttempt } from './forms.jsx'

const MAX_TERMS = 256
/** Characters of a message that a result shows. */
const QUOTED = 200

/** Searches the messages of the reader's channels and of public channels; at once if it is `about` words. */
export function SearchDialog({ about }: { readonly about: string }) {
  const [found, setFound] = useState<Found | null>(null)
  const [text, setText] = useState(about)
  const { busy, error, attempt } = useAttempt()
  const search = (): void => {
    const terms = text.trim()
    if (terms === '') return
    void attempt(async () => {
      setFound(await searchMessages(terms))
    })
  }
  useEffect(search, [])
  const shown = error === '' ? found : null
  return (
    <Dialog title="Search messages" onClose={closeDialog}>
      <form
        role="search"
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <SearchField
          label="Words in the message"
          look="grow"
          defaultValue={about}
          onText={setText}
          maxLength={MAX_TERMS}
        />
        <button type="submit" class="btn btn--primary" aria-disabled={busy}>
          {busy ? 'Searching' : 'Search'}
        </button>
      </form>
      <p class="muted small" role="status">
        {shown && !busy ? summary(shown) : ''}
      </p>
      <FormError text={error} />
      <ol class="found">
        {shown?.posts.map((post) => (
          <Result key={post.id} post={post} onFollow={closeDialog} />
        ))}
      </ol>
    </Dialog>
  )
}

function summary({ terms, posts, hasMore }: Found): string {
  if (posts.length === 0) return `No messages contain “${terms}”`
  if (hasMore) return `The latest ${posts.length} messages. Add words to find others.`
  return countText(posts.length, 'message')
}

function Result({ post, onFollow }: { readonly post: Post; readonly onFollow: () => void }) {
  const state = useChat('team', 'channels', 'users', 'me')
  const channel = state.channels.get(post.channelId)
  return (
    <li>
      <a class="found__link" href={postPath(state.team.name, post.id)} onClick={onFollow}>
        <span class="found__head">
          <bdi>{authorOf(post, state).name}</bdi>
          <span class="subtle">
            {channel && `in ${channelName(channel, state)}, `}
            {dayName(post.createAt)}
          </span>
        </span>
        <span class="found__text" dir="auto">
          {excerpt(post.message.replace(/\s+/g, ' '), QUOTED)}
        </span>
      </a>
    </li>
  )
}

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'defaultValue'> {
  readonly label: string
  /** A class of the box around it. */
  readonly look?: string
  readonly onText: (text: string) => void
}

/** The field of a dialog that searches. It gets the focus when the dialog opens. */
export function SearchField({ label, look = '', onText, ...more }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <div class={`search ${look}`.trim()}>
      <Icon name="search" />
      <input
        ref={field}
        class="input"
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        {...more}
      />
    </div>
  )
}

/** The beginning of a message, of so many characters. */
export function excerpt(message: string, length: number): string {
  const characters = Array.from(message.slice(0, 2 * length))
  if (characters.length <= length) return message
  return `${characters.slice(0, length).join('')}…`
}
