import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Channel } from '../api/channels.js'
import { Icon } from './icon.js'

interface ChannelOptionsProps {
  readonly id: string
  /** Null while they are on their way. */
  readonly channels: readonly Channel[] | null
  readonly failed: boolean
  readonly chosenId: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onChoose: (channel: Channel) => void
  readonly onClose: () => void
}

/** The keyboard stays in the search field; arrows, Home and End move through the list. */
export function ChannelOptions(props: ChannelOptionsProps): JSX.Element {
  const { id } = props
  const channels = props.channels ?? []
  const [active, setActive] = useState(0)
  const optionId = (at: number): string => `${id}-option-${at}`
  useEffect(() => {
    const at = channels.findIndex((channel) => channel.id === props.chosenId)
    setActive(Math.max(0, at))
  }, [props.channels])
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const key = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const to = targetOf(event.key, active, channels.length - 1)
    const channel = channels[active]
    if (event.key === 'Escape' || event.key === 'Tab') props.onClose()
    else if (event.key === 'Enter') {
      if (channel) props.onChoose(channel)
    } else if (to !== null) setActive(to)
    else return
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="menu menu--wide" onKeyDown={key}>
      <SearchBox {...props} activeId={channels.length === 0 ? null : optionId(active)} />
      <div class="menu__list" role="listbox" id={`${id}-list`} aria-label="Channels">
        {channels.map((channel, at) => (
          <Option
            key={channel.id}
            id={optionId(at)}
            channel={channel}
            active={at === active}
            chosen={channel.id === props.chosenId}
            onChoose={props.onChoose}
          />
        ))}
      </div>
      <p class="menu__title" role="status">
        {wordFor(props)}
      </p>
    </div>
  )
}

function targetOf(key: string, at: number, last: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

function SearchBox(props: ChannelOptionsProps & { activeId: string | null }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  return (
    <div class="menu__search search">
      <input
        ref={input}
        class="input"
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={`${props.id}-list`}
        aria-autocomplete="list"
        aria-label="Find a channel"
        placeholder="Find a channel"
        autocomplete="off"
        value={props.query}
        {...(props.activeId === null ? {} : { 'aria-activedescendant': props.activeId })}
        onInput={(event) => {
          props.onQuery(event.currentTarget.value)
        }}
      />
      <Icon name="search" />
    </div>
  )
}

function wordFor({ channels, failed, query }: ChannelOptionsProps): string {
  if (failed) return 'The channels could not be loaded. Close this and try again.'
  if (channels === null) return 'Loading channels'
  if (channels.length > 0) return ''
  return query === '' ? 'There is no channel that you can choose.' : `No channel matches “${query}”`
}

interface OptionProps {
  readonly id: string
  readonly channel: Channel
  readonly active: boolean
  readonly chosen: boolean
  readonly onChoose: (channel: Channel) => void
}

function Option({ id, channel, active, chosen, onChoose }: OptionProps): JSX.Element {
  return (
    <div
      class={active ? 'menu__item is-active' : 'menu__item'}
      role="option"
      id={id}
      aria-selected={active}
      onPointerDown={(event) => {
        event.preventDefault()
        onChoose(channel)
      }}
    >
      <Icon name={channel.isPrivate ? 'lock' : 'channel'} />
      {channel.name}
      {channel.isPrivate && <span class="menu__note">private</span>}
      {chosen && !channel.isPrivate && (
        <span class="menu__note">
          <Icon name="check" />
        </span>
      )}
    </div>
  )
}
