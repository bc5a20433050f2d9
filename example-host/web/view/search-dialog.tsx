import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { SearchBox } from 'express-incoming-webhooks-ui/search-box'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { shownTexts } from '../../shown-texts.js'
import { call } from '../api/call.js'
import { type Post, readPage } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import { knowUsers } from '../state/feeds.js'
import { hitsIn } from '../state/hits.js'
import { authorOf, channelName } from '../state/names.js'
import { closeDialog } from '../state/places.js'
import { useChat } from '../state/store.js'
import { dayName } from '../state/times.js'
import { withEmoji } from '../text/words.jsx'
import { Bot } from './avatar.jsx'
import { FormError, useAttempt } from './forms.jsx'

const MAX_TERMS = 256

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
        <SearchBox
          label="Words in the message"
          look="grow"
          role="searchbox"
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
          <Result key={post.id} post={post} terms={shown.terms} />
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

function Result({ post, terms }: { readonly post: Post; readonly terms: string }) {
  const state = useChat('channels', 'users', 'me')
  const channel = state.channels.get(post.channelId)
  const { name, isHook, hookName } = authorOf(post, state)
  const text = useMemo(() => shownTexts(post).join(' · ').replace(/\s+/g, ' '), [post])
  return (
    <li>
      <a class="found__link" href={postPath(post.id)} onClick={closeDialog}>
        <span class="found__head">
          <bdi>{name}</bdi>
          {isHook && <Bot />}
          {hookName !== '' && hookName !== name && <span class="muted">· {hookName}</span>}
          <span class="subtle">
            {channel && `in ${channelName(channel, state)}, `}
            {dayName(post.createAt)}, {timeOfDay(post.createAt)}
          </span>
        </span>
        <span class="found__text" dir="auto">
          {hitsIn(text, terms)
            .map(withEmoji)
            .map((piece, at) => (at % 2 === 1 ? <mark>{piece}</mark> : piece))}
        </span>
      </a>
    </li>
  )
}

const PER_PAGE = 30

type Found = Readonly<Awaited<ReturnType<typeof searchMessages>>>

/** The latest messages that contain all words. */
async function searchMessages(terms: string) {
  const answer = await call('POST', '/posts/search', { terms, per_page: PER_PAGE })
  const { posts, hasNext } = readPage(answer)
  await knowUsers(posts)
  return {
    terms,
    /** Newest first. */
    posts: posts.toReversed(),
    hasMore: hasNext,
  }
}
