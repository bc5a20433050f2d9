import { Segment } from 'express-incoming-webhooks-ui/segment'
import type { Channel } from '../../api/channels.js'
import type { Webhook } from '../../api/webhooks.js'
import { ChannelTag } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { Search } from '../../parts/search.js'
import { ToolbarSelect } from '../../parts/select.js'
import { useChoice, useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { type Filter, SORTS } from './filter.js'

/** What the address of the page says about the list, and how to change it. */
export function useFilter() {
  const { me } = useSession()
  const [query, setQuery] = useParameter('q')
  const [state, setState] = useChoice('state', ['all', 'enabled', 'disabled'])
  const [by, setBy] = useChoice('by', ['', 'me'])
  const [channelId, setChannel] = useParameter('channel')
  const [sort, setSort] = useChoice('sort', ['created', 'name', 'used'])
  const filter: Filter = { query, state, ownerId: by === 'me' ? me.id : '', channelId }
  const clear = (): void => {
    setQuery('')
    setState('all')
    setBy('')
    setChannel('')
  }
  return { filter, by, sort, setQuery, setState, setBy, setChannel, setSort, clear }
}

interface ListToolbarProps {
  /** The webhooks that the counts of states refer to. */
  readonly counted: readonly Webhook[]
  /** The only channel whose webhooks are shown; its name is `''` if it is not known. */
  readonly channel: Pick<Channel, 'name' | 'isPrivate'> | null
}

const SEARCH = 'search'
const OWNERS = [
  { name: '', text: 'All owners' },
  { name: 'me', text: 'Only mine' },
] as const

export function ListToolbar({ counted, channel }: ListToolbarProps) {
  const { me } = useSession()
  const { filter, by, sort, setQuery, setState, setBy, setChannel, setSort } = useFilter()
  const enabled = counted.filter((webhook) => webhook.enabled).length
  return (
    <div class="toolbar">
      <Search
        id={SEARCH}
        label="Search webhooks"
        placeholder="Search by name, channel or owner"
        value={filter.query}
        onChange={setQuery}
      />
      {channel && <ChannelChip channel={channel} onAllChannels={() => setChannel('')} />}
      <Segment
        label="State"
        chosen={filter.state}
        onChoose={setState}
        choices={[
          { name: 'all', text: 'All', count: counted.length },
          { name: 'enabled', text: 'Enabled', count: enabled },
          { name: 'disabled', text: 'Disabled', count: counted.length - enabled },
        ]}
      />
      {me.admin && me.id !== '' && (
        <ToolbarSelect id="owner" label="Owner" choices={OWNERS} chosen={by} onChoose={setBy} />
      )}
      <ToolbarSelect id="sort" label="Order" choices={SORTS} chosen={sort} onChoose={setSort} />
    </div>
  )
}

interface ChannelChipProps {
  readonly channel: Pick<Channel, 'name' | 'isPrivate'>
  readonly onAllChannels: () => void
}

/** The filter by channel, which links from elsewhere set. */
function ChannelChip({ channel, onAllChannels }: ChannelChipProps) {
  return (
    <div class="chip" role="group" aria-label="Channel">
      {channel.name === '' ? (
        'In one channel'
      ) : (
        <>
          In <ChannelTag {...channel} />
        </>
      )}
      <Button
        kind="ghost"
        small
        class="btn--square"
        icon="close"
        label="Show all channels"
        onPress={() => {
          onAllChannels()
          // The button is gone then.
          document.getElementById(SEARCH)?.focus()
        }}
      />
    </div>
  )
}
