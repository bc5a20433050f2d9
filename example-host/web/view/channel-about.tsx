import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Channel } from '../api/shapes.js'
import { isOwnSpace } from '../state/names.js'
import { useChatState } from './chat-context.jsx'

/** The line below a channel's name: what it is for, and how many people are in it. */
export function ChannelAbout({ channel }: { readonly channel: Channel }): JSX.Element {
  const people = useChatState((state) => state.people.get(channel.id))
  const isSelf = useChatState((state) => isOwnSpace(channel, state))
  return (
    <p class="chead__about">
      {channel.purpose !== '' && <Purpose key={channel.id} text={channel.purpose} />}
      <span>{readers(channel, people, isSelf)}</span>
    </p>
  )
}

/** One line. The pointer or the focus shows all of a longer one. */
function Purpose({ text }: { readonly text: string }): JSX.Element {
  const words = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (): void => {
    const line = words.current
    setOpen(line !== null && line.scrollWidth > line.clientWidth)
  }
  const close = (): void => setOpen(false)
  return (
    <span
      class="chead__purpose"
      onMouseEnter={open}
      onMouseLeave={close}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <span class="chead__words" dir="auto" ref={words} tabIndex={0} onFocus={open} onBlur={close}>
        {text}
      </span>
      {isOpen && (
        <span class="chead__tip" dir="auto" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}

function readers({ kind }: Channel, people: number | undefined, isSelf: boolean): string {
  if (isSelf) return 'Only you can see this'
  if (kind === 'direct') return 'Only the two of you can see this'
  if (people === undefined) return '\u00a0'
  return countText(people, 'person', 'people')
}
