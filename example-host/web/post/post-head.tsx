import { Time } from 'express-incoming-webhooks-ui/time'
import type { Post } from '../api/shapes.js'
import { hookPath, postPath } from '../state/addresses.js'
import type { Author } from '../state/names.js'
import { showCard } from '../state/places.js'
import { useChat } from '../state/use-chat.js'
import { Bot } from '../view/bot.jsx'
import { IconButton } from '../view/buttons.jsx'

const PRIORITIES: ReadonlyMap<string, { readonly look: string; readonly word: string }> = new Map([
  ['important', { look: 'badge--info', word: 'Important' }],
  ['urgent', { look: 'badge--bad', word: 'Urgent' }],
])

interface PostHeadProps {
  readonly post: Post
  readonly author: Author
}

/** Author and time. The BOT label is outside the element of the name, so no name can imitate it. */
export function PostHead({ post, author }: PostHeadProps) {
  const { team } = useChat('team')
  const { name, isHook, hookName } = author
  const priority = PRIORITIES.get(post.priority)
  return (
    <div class="post__head">
      <bdi class="post__author">{name}</bdi>
      {isHook && <Bot />}
      {isHook && hookName !== '' && hookName !== name && <HookName name={hookName} post={post} />}
      <a class="post__time" href={postPath(team.name, post.id)}>
        <Time at={post.createAt} />
      </a>
      {post.card !== '' && (
        <IconButton
          icon="info"
          size="small"
          label="Show details"
          look="post__details"
          onPress={() => showCard(post.id)}
        />
      )}
      {priority && <span class={`badge ${priority.look}`}>{priority.word}</span>}
    </div>
  )
}

/** Which webhook wrote it. Who may manage that one gets a link to it. */
function HookName({ name, post }: { readonly name: string; readonly post: Post }) {
  const { me, mayIntegrate } = useChat('me', 'mayIntegrate')
  const { webhookId, userId } = post
  const isLink = mayIntegrate && (me.admin || me.id === userId) && webhookId !== ''
  return (
    <span class="post__hook" title={name}>
      <span aria-hidden="true">· </span>
      {isLink ? <a href={hookPath(webhookId)}>{name}</a> : <bdi>{name}</bdi>}
    </span>
  )
}
