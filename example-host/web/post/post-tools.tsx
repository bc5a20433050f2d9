import { copyText } from 'express-incoming-webhooks-ui/copy'
import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { postPath } from '../state/addresses.js'
import type { Author } from '../state/names.js'
import { hostOfAddress, isSafeHref } from '../text/links.js'
import { isAllowedPicture } from '../text/pictures.js'
import { useChat } from '../view/chat-context.jsx'
import { MoreMenu } from './more-menu.jsx'

interface PostToolsProps {
  readonly post: Post
  readonly author: Author
  readonly threads: boolean
  /** As its pane names the post. */
  readonly name: string
}

export function PostTools({ post, author, threads, name }: PostToolsProps): JSX.Element {
  const { places, store, announcer } = useChat()
  const copyLink = async (): Promise<void> => {
    const url = new URL(postPath(store.get().team.name, post.id), location.origin)
    if (await copyText(url.href)) announcer.say('Link copied')
    else places.go(url.pathname)
  }
  return (
    <div class="post__tools" role="group" aria-label={`Actions for the message by ${author.name}`}>
      <PictureLink address={author.picture} />
      {threads && (
        <Tool
          icon="reply"
          label="Reply in thread"
          onPress={() => places.openThread(post.rootId === '' ? post.id : post.rootId)}
        />
      )}
      <Tool icon="link" label="Copy link" onPress={() => void copyLink()} />
      <MoreMenu post={post} name={name} />
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
}

function Tool({ icon, label, onPress }: ToolProps): JSX.Element {
  return (
    <button
      type="button"
      class="btn btn--ghost btn--square"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

/** A link to a profile picture that is not loaded here. */
function PictureLink({ address }: { readonly address: string }): JSX.Element | null {
  if (address === '' || !isSafeHref(address) || isAllowedPicture(address)) return null
  return (
    <a
      class="btn btn--ghost btn--square"
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label="Open the picture of the author in new tab"
      title={`Pictures from ${hostOfAddress(address)} are not loaded in this chat. Open in new tab`}
    >
      <Icon name="picture" />
    </a>
  )
}
