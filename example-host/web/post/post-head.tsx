import { copyText } from 'express-incoming-webhooks-ui/copy'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Time } from 'express-incoming-webhooks-ui/time'
import type { Post, User } from '../api/shapes.js'
import { hookPath, postPath } from '../state/addresses.js'
import { say } from '../state/announcer.js'
import type { Author } from '../state/names.js'
import { goTo, opening, showCard, showThread } from '../state/places.js'
import { store, useChat } from '../state/store.js'
import { hostOfAddress, isSafeHref, NEW_TAB } from '../text/links.js'
import { isAllowedPicture } from '../text/picture.jsx'
import { Bot } from '../view/avatar.jsx'
import { IconButton, IconMenu, type MenuItem } from '../view/buttons.jsx'
import { customBody } from './deploy.jsx'

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
  const { name, isHook, hookName } = author
  const priority = PRIORITIES.get(post.priority)
  return (
    <div class="post__head">
      <bdi class="post__author">{name}</bdi>
      {isHook && <Bot />}
      {isHook && hookName !== '' && hookName !== name && <HookName name={hookName} post={post} />}
      <a class="post__time" href={postPath(post.id)}>
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

interface PostToolsProps {
  readonly post: Post
  readonly author: Author
  readonly inThread: boolean
  /** As its pane names the post. */
  readonly name: string
}

export function PostTools({ post, author, inThread, name }: PostToolsProps) {
  const copyLink = async (): Promise<void> => {
    const url = new URL(postPath(post.id), location.origin)
    if (await copyText(url.href)) say('Link copied')
    else goTo(url.pathname)
  }
  return (
    <div class="post__tools" role="group" aria-label={`Actions for the message by ${author.name}`}>
      <PictureLink address={author.picture} />
      {!inThread && (
        <IconButton
          icon="reply"
          label="Reply in thread"
          onPress={() => showThread(post.rootId || post.id)}
        />
      )}
      <IconButton icon="link" label="Copy link" onPress={() => void copyLink()} />
      <MoreMenu post={post} name={name} />
    </div>
  )
}

/** A link to a profile picture that is not loaded here. */
function PictureLink({ address }: { readonly address: string }) {
  if (address === '' || !isSafeHref(address) || isAllowedPicture(address)) return null
  return (
    <a
      class="btn btn--ghost btn--square"
      href={address}
      {...NEW_TAB}
      aria-label="Open the picture of the author in new tab"
      title={`Pictures from ${hostOfAddress(address)} are not loaded in this chat. Open in new tab`}
    >
      <Icon name="picture" />
    </a>
  )
}

/** The actions that the reader may use on a message; nothing if there are none. */
function MoreMenu({ post, name }: Pick<PostToolsProps, 'post' | 'name'>) {
  const { me } = useChat('me')
  if (post.userId !== me.id && !me.admin) return null
  const edit: MenuItem = {
    icon: 'edit',
    text: 'Edit',
    note: 'E',
    onPress: () => store.set({ editing: name }),
  }
  const remove: MenuItem = {
    icon: 'trash',
    text: 'Delete',
    isDangerous: true,
    onPress: opening('delete', post.id),
  }
  return (
    <IconMenu
      id={`more-${name}`}
      icon="more"
      label="More actions"
      within=".feed"
      items={mayEdit(post, me) ? [edit, remove] : [remove]}
    />
  )
}

/** Users can edit their own posts, including those of their webhooks, if the text is what is shown. */
export function mayEdit({ userId, type, props }: Post, me: User): boolean {
  return userId === me.id && customBody(type, props) === null
}
