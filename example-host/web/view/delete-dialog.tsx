import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import type { Post } from '../api/shapes.js'
import { say } from '../state/announcer.js'
import { deleteMessage } from '../state/sending.js'
import { closeDialog } from '../state/places.js'
import { authorOf } from '../state/names.js'
import { useChatState, useOffline } from '../state/store.js'
import { beginningOf } from '../text/words.jsx'
import { FormError, useAttempt } from './forms.jsx'

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
