import { type AvatarSize, PersonAvatar, WebhookAvatar } from 'express-incoming-webhooks-ui/avatar'
import { copyText } from 'express-incoming-webhooks-ui/copy'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Time } from 'express-incoming-webhooks-ui/time'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Author } from '../state/names.js'
import { isAllowedPicture } from '../text/picture.jsx'
import type { Post, User } from '../api/shapes.js'
import { goTo, hookPath, opening, postPath, showCard, showThread } from '../state/places.js'
import { say } from '../state/announcer.js'
import { store, useChat, useOffline } from '../state/store.js'
import { hostOfAddress, isSafeHref, NEW_TAB } from '../text/links.js'
import { IconButton, IconMenu, type MenuItem } from '../view/buttons.jsx'
import { customBody } from './deploy.jsx'
import { editMessage } from '../state/posts.js'
import { forgetDraft, useDraft } from '../state/session.js'
import { useAttempt } from '../view/forms.jsx'
import { isSendable, MessageForm } from '../view/message-form.jsx'

/** The avatar of a post's author. */
export function Avatar({ author, size = 'normal' }: { author: Author; size?: AvatarSize }) {
  const { isHook, user, picture, emoji } = author
  if (!isHook) return <PersonAvatar name={user?.username ?? author.name} size={size} />
  const shown = picture !== '' && isAllowedPicture(picture) ? picture : ''
  return <WebhookAvatar name={author.ownName} emoji={emoji} picture={shown} size={size} />
}

/** Beside the name of whatever a webhook wrote. */
export function Bot() {
  return (
    <span class="bot" title="Posted by a webhook">
      Bot
    </span>
  )
}

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

interface EditFormProps {
  readonly post: Post
  /** As its pane names the post: it can be in two of them. */
  readonly name: string
}

/** A form for editing the text of a message in place. */
export function EditForm({ post, name }: EditFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = useOffline()
  const key = `edit-${post.id}`
  const [text, change] = useDraft(key, post.message)
  const { busy, error, attempt } = useAttempt()
  useLayoutEffect(() => {
    // The cursor begins at the end.
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [])
  const leave = (): void => {
    forgetDraft(key)
    const article = field.current?.closest<HTMLElement>('[data-post]')
    store.set({ editing: '' })
    article?.focus()
  }
  const send = async (): Promise<void> => {
    await editMessage(post.id, text)
    leave()
    say('Message edited')
  }
  const save = (): void => {
    if (offline || !isSendable(text)) return
    if (text === post.message) leave()
    else void attempt(send)
  }
  return (
    <MessageForm
      id={`edit-${name}`}
      look="composer--edit"
      label="Message text"
      field={field}
      text={text}
      change={change}
      keys="Enter saves, Shift+Enter starts a new line, Escape cancels"
      error={error && `Not saved. ${error}`}
      onSubmit={save}
      onKey={({ key }) => {
        if (key === 'Escape') leave()
        return key === 'Escape'
      }}
    >
      <div class="composer__row">
        <span class="grow" />
        <button type="button" class="btn btn--ghost btn--small" onClick={leave}>
          Cancel
        </button>
        <button
          type="submit"
          class={offline ? 'btn btn--small' : 'btn btn--primary btn--small'}
          aria-disabled={offline || busy || !isSendable(text)}
        >
          {busy ? 'Saving' : 'Save'}
        </button>
      </div>
    </MessageForm>
  )
}
