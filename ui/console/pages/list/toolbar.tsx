import { Segment } from 'express-incoming-webhooks-ui/segment'
import type { JSX } from 'preact'
import type { Channel } from '../../api/channels.js'
import type { Webhook } from '../../api/webhooks.js'
import { ChannelTag } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { Search } from '../../parts/search.js'
import { useSession } from '../../state/session.js'
import { type Filter, type ListState, type Sort, sortOf, SORTS } from './filter.js'

interface ListToolbarProps {
  /** The webhooks that the counts of states refer to. */
  readonly counted: readonly Webhook[]
  readonly filter: Filter
  /** The only channel whose webhooks are shown; its name is `''` if it is not known. */
  readonly channel: Pick<Channel, 'name' | 'isPrivate'> | null
  readonly onQuery: (query: string) => void
  readonly onState: (state: ListState) => void
  readonly onMine: (mine: boolean) => void
  readonly onAllChannels: () => void
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

const SEARCH = 'search'

export function ListToolbar(props: ListToolbarProps): JSX.Element {
  const { counted, filter } = props
  const { me } = useSession()
  const enabled = counted.filter((webhook) => webhook.enabled).length
  return (
    <div class="toolbar">
      <Search
        id={SEARCH}
        label="Search webhooks"
        placeholder="Search by name, channel or owner"
        value={filter.query}
        onChange={props.onQuery}
      />
      {props.channel !== null && (
        <ChannelChip channel={props.channel} onAllChannels={props.onAllChannels} />
      )}
      <Segment
        label="State"
        chosen={filter.state}
        onChoose={props.onState}
        choices={[
          { name: 'all', text: 'All', count: counted.length },
          { name: 'enabled', text: 'Enabled', count: enabled },
          { name: 'disabled', text: 'Disabled', count: counted.length - enabled },
        ]}
      />
      {me.admin && me.id !== '' && (
        <>
          <label class="vh" for="owner">
            Owner
          </label>
          <select
            class="input select"
            id="owner"
            value={filter.ownerId === '' ? '' : 'me'}
            onChange={(event) => props.onMine(event.currentTarget.value === 'me')}
          >
            <option value="">All owners</option>
            <option value="me">Only mine</option>
          </select>
        </>
      )}
      <label class="vh" for="sort">
        Order
      </label>
      <select
        class="input select"
        id="sort"
        value={props.sort}
        onChange={(event) => props.onSort(sortOf(event.currentTarget.value))}
      >
        {SORTS.map(({ name, text }) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChannelChipProps {
  readonly channel: Pick<Channel, 'name' | 'isPrivate'>
  readonly onAllChannels: () => void
}

/** The filter by channel, which links from elsewhere set. */
function ChannelChip({ channel, onAllChannels }: ChannelChipProps): JSX.Element {
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
