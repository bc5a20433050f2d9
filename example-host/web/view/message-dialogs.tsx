import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { SearchBox } from 'express-incoming-webhooks-ui/search-box'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Post, readPage } from '../api/shapes.js'
import { say } from '../state/announcer.js'
import { deleteMessage } from '../state/posts.js'
import { closeDialog, postPath } from '../state/places.js'
import { authorOf, channelName } from '../state/names.js'
import { useChat, useChatState, useOffline } from '../state/store.js'
import { beginningOf, withEmoji } from '../text/words.jsx'
import { FormError, useAttempt } from './forms.jsx'
import { shownTexts } from '../../shown-texts.js'
import { call } from '../api/call.js'
import { knowUsers } from '../state/feeds.js'
import { hitsIn } from '../text/first-line.js'
import { dayName } from './feed.jsx'
import { Bot } from '../post/post-head.jsx'

export function DeleteDialog({ about }: { readonly about: string }) {
  const post = useChatState(({ posts }) => posts.get(about))
  return post ? <DeleteQuestion post={post} /> : null
}

/** Asks before a message is deleted. */
function DeleteQuestion({ post }: { readonly post: Post }) {
  const name = useChatState((state) => authorOf(post, state).name)
  const beginning = beginningOf(post)
  const offline = useOffline()
  const { busy, error, attempt } = useAttempt()
  const remove = async (): Promise<void> => {
    const neighbour = neighbourOf(post.id)
    await deleteMessage(post)
    say('Message deleted')
    requestAnimationFrame(() => {
      const next = neighbour?.isConnected === true ? neighbour : document.getElementById('compose')
      next?.focus()
    })
  }
  return (
    <ActionDialog
      title="Delete this message?"
      isQuestion
      action={{
        kind: 'danger',
        busy: busy && 'Deleting',
        unavailable: offline && 'No connection',
        onPress: () => void attempt(remove),
        children: 'Delete message',
      }}
      onClose={closeDialog}
    >
      <p class="quoted">
        <bdi>{name}</bdi>
        {beginning !== '' && `: ${beginning}`}
      </p>
      <p>{consequence(post.replies.count)}</p>
      <FormError text={error && `Not deleted. ${error}`} />
    </ActionDialog>
  )
}

function consequence(replies: number): string {
  const also =
    replies === 0 ? '' : `, along with ${replies === 1 ? 'its reply' : `its ${replies} replies`}`
  return `It will be deleted for everyone${also}. This cannot be undone.`
}

/** The next message in the list, else the previous one, which gets the focus. */
function neighbourOf(id: string): HTMLElement | null {
  const selector = `[data-post="${CSS.escape(id)}"]`
  const post = document.querySelector(`.thread ${selector}`) ?? document.querySelector(selector)
  const posts = [...(post?.closest('.feed')?.querySelectorAll<HTMLElement>('[data-post]') ?? [])]
  const at = posts.findIndex((each) => each === post)
  return posts[at + 1] ?? posts[at - 1] ?? null
}

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
