import type { JSX, RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { useChat, useChatState } from '../view/chat-context.jsx'
import { Icon } from '../view/icon.jsx'
import { useDismiss } from '../view/use-dismiss.js'
import { mayDelete, mayEdit } from './rights.js'

interface MoreMenuProps {
  readonly post: Post
  /** As its pane names the post. */
  readonly name: string
}

/** What a reader may change of a message; nothing for those who may not. */
export function MoreMenu({ post, name }: MoreMenuProps): JSX.Element | null {
  const me = useChatState((state) => state.me)
  const [open, setOpen] = useState(false)
  const close = (): void => {
    setOpen(false)
  }
  const { anchor, opener } = useDismiss(open, close)
  const isUp = usePlacement(open, anchor)
  if (!mayDelete(post, me)) return null
  return (
    <div
      class="anchor"
      ref={anchor}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <button
        ref={opener}
        type="button"
        class="btn btn--ghost btn--square"
        aria-label="More actions"
        title="More actions"
        aria-expanded={open}
        aria-controls={`more-${name}`}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <Icon name="more" />
      </button>
      <div
        class={`menu menu--end menu--short ${isUp ? 'menu--up' : ''}`}
        id={`more-${name}`}
        hidden={!open}
      >
        {open && (
          <Entries
            post={post}
            name={name}
            onChoose={() => {
              // The question that follows gives the focus back to where it came from.
              opener.current?.focus()
              close()
            }}
          />
        )}
      </div>
    </div>
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

/** Puts the focus into the menu, and the menu above its button where it would leave the feed. */
function usePlacement(open: boolean, anchor: RefObject<HTMLElement | null>): boolean {
  const [isUp, setUp] = useState(false)
  useLayoutEffect(() => {
    const menu = anchor.current?.querySelector('.menu')
    const feed = anchor.current?.closest('.feed')
    if (!open || !menu || !feed) {
      setUp(false)
      return
    }
    setUp(menu.getBoundingClientRect().bottom > feed.getBoundingClientRect().bottom)
    menu.querySelector('button')?.focus({ preventScroll: true })
  }, [open])
  return isUp
}
