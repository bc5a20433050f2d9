import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { roughTime } from '../state/times.js'
import { useChat, useChatState } from '../view/chat-context.jsx'

/** `2 replies  last reply today at 09:39`, with the avatars of the authors. */
export function RepliesLink({ post }: { readonly post: Post }): JSX.Element {
  const { places } = useChat()
  const users = useChatState((state) => state.users)
  const { count, lastAt, userIds } = post.replies
  return (
    <div class="post__foot">
      <button type="button" class="replies" onClick={() => places.openThread(post.id)}>
        <span class="replies__faces">
          {userIds.map((id) => (
            <PersonAvatar key={id} name={users.get(id)?.username ?? '?'} size="tiny" />
          ))}
        </span>
        {countText(count, 'reply', 'replies')}
        <span class="replies__when">last reply {roughTime(lastAt)}</span>
      </button>
    </div>
  )
}
