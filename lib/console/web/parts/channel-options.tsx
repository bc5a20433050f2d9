import { Icon } from 'express-incoming-webhooks-ui/icon'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { JSX } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { Channel } from '../api/channels.js'

interface ChannelOptionsProps {
  /** Null while loading. */
  readonly channels: readonly Channel[] | null
  readonly failed: boolean
  readonly chosenId: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onChoose: (channel: Channel) => void
}

/** The matching channels, with the chosen one marked. */
export function ChannelOptions(props: ChannelOptionsProps): JSX.Element {
  const { chosenId, query, onQuery, onChoose } = props
  const channels = props.failed ? [] : (props.channels ?? [])
  const list = useListKeys(channels.length, (index) => {
    const channel = channels[index]
    if (channel) onChoose(channel)
  })
  useLayoutEffect(() => {
    list.reset(
      Math.max(
        0,
        channels.findIndex(({ id }) => id === chosenId),
      ),
    )
  }, [props.channels])
  return (
    <div class="menu menu--wide">
      <ListField list={list} label="Find a channel" query={query} onQuery={onQuery} />
      <Options list={list} label="Channels" empty={wordFor(props)}>
        {channels.map((channel, index) => (
          <Option key={channel.id} list={list} index={index}>
            <Icon name={channel.isPrivate ? 'lock' : 'channel'} />
            {channel.name}
            {channel.isPrivate && <span class="menu__note">private</span>}
            {channel.id === chosenId && !channel.isPrivate && (
              <span class="menu__note">
                <Icon name="check" />
              </span>
            )}
          </Option>
        ))}
      </Options>
    </div>
  )
}

/** Why the list is empty. */
function wordFor({ channels, failed, query }: ChannelOptionsProps): string {
  if (failed) return 'The channels could not be loaded. Close this and try again.'
  if (channels === null) return 'Loading channels'
  return query === '' ? 'There are no channels to choose from.' : `No channels match “${query}”`
}
