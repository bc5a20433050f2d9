import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { useChat, useChatState } from '../view/chat-context.jsx'
import { mayDelete, mayEdit } from './rights.js'

interface MoreMenuProps {
  readonly post: Post
  /** As its pane names the post. */
  readonly name: string
}

/** The actions that the reader may use on a message; nothing if there are none. */
export function MoreMenu({ post, name }: MoreMenuProps): JSX.Element | null {
  const me = useChatState((state) => state.me)
  if (!mayDelete(post, me)) return null
  return (
    <Menu
      id={`more-${name}`}
      end
      short
      within=".feed"
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="More actions"
      button={<Icon name="more" />}
    >
      {(close) => <Entries post={post} name={name} onChoose={close} />}
    </Menu>
  )
}

function Entries({ post, name, onChoose }: MoreMenuProps & { readonly onChoose: () => void }) {
  const { store } = useChat()
  const me = useChatState((state) => state.me)
  return (
    <>
      {mayEdit(post, me) && (
        <button
          type="button"
          class="menu__item"
          onClick={() => {
            onChoose()
            store.set({ editing: name })
          }}
        >
          <Icon name="edit" />
          Edit<span class="menu__note">E</span>
        </button>
      )}
      <button
        type="button"
        class="menu__item menu__item--danger"
        onClick={() => {
          onChoose()
          store.set({ deleting: post.id })
        }}
      >
        <Icon name="trash" />
        Delete
      </button>
    </>
  )
}
