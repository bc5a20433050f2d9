import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { deleteMessage } from '../state/changing.js'
import { authorOf } from '../state/names.js'
import { useChat, useChatState } from './chat-context.jsx'
import { Question } from './question.jsx'
import { useOffline } from './use-offline.js'

/** Characters of the message that the question repeats. */
const QUOTED = 140

/** Asks before a message is deleted. */
export function DeleteDialog({ post }: { readonly post: Post }): JSX.Element {
  const { store, announcer } = useChat()
  const name = useChatState((state) => authorOf(post, state).name)
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const close = (): void => store.set({ deleting: '' })
  const remove = async (): Promise<void> => {
    setBusy(true)
    const neighbour = neighbourOf(post.id)
    const reason = await deleteMessage(store, post)
    setBusy(false)
    setError(reason)
    if (reason !== '') return
    announcer.say('Message deleted')
    requestAnimationFrame(() => {
      const next = neighbour?.isConnected === true ? neighbour : document.getElementById('compose')
      next?.focus()
    })
  }
  return (
    <Question
      title="Delete this message?"
      action={busy ? 'Deleting' : 'Delete message'}
      disabled={offline || busy}
      error={error && `Not deleted. ${error}`}
      onAct={() => void remove()}
      onClose={close}
    >
      <p class="quoted">
        <bdi>{name}</bdi>
        {post.message !== '' && `: ${excerpt(post.message)}`}
      </p>
      <p>{consequence(post.replies.count)}</p>
    </Question>
  )
}

function consequence(replies: number): string {
  const also =
    replies === 0 ? '' : `, along with ${replies === 1 ? 'its reply' : `its ${replies} replies`}`
  return `It will be deleted for everyone${also}. This cannot be undone.`
}

function excerpt(message: string): string {
  const characters = Array.from(message.slice(0, 2 * QUOTED))
  if (characters.length <= QUOTED) return message
  return `${characters.slice(0, QUOTED).join('')}…`
}

/** The next message in the list, else the previous one, which gets the focus. */
function neighbourOf(id: string): HTMLElement | null {
  const selector = `[data-post="${CSS.escape(id)}"]`
  const post = document.querySelector(`.thread ${selector}`) ?? document.querySelector(selector)
  const posts = [...(post?.closest('.feed')?.querySelectorAll<HTMLElement>('[data-post]') ?? [])]
  const at = posts.findIndex((each) => each === post)
  return posts[at + 1] ?? posts[at - 1] ?? null
}
