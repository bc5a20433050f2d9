import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Segment } from 'express-incoming-webhooks-ui/segment'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useState } from 'preact/hooks'
import { type Channel, listChannels } from '../../api/users.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { ChannelTag } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { ToolbarSelect } from '../../parts/field.js'
import { PageHead, WEBHOOKS } from '../../parts/heading.js'
import { Notice } from '../../parts/notice.js'
import { Search } from '../../parts/search.js'
import { useLoaded, useOnline } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { PartFailure } from '../messages.js'
import { AddLink, EmptyList, NoMatch } from './empty-list.js'
import { type Filter, filterWebhooks, SORTS, sortWebhooks } from './filter.js'
import { WebhookTable, WebhookTableSkeleton } from './table.js'

/** What was loaded: the webhooks of a channel, or of all (`''`). */
interface Listed {
  readonly channelId: string
  readonly webhooks: readonly Webhook[]
}

export function ListPage() {
  const [channelId] = useParameter('channel')
  const loaded = useLoaded(
    async (): Promise<Listed> => ({ channelId, webhooks: await listWebhooks(channelId) }),
    channelId,
  )
  const { value, error } = loaded
  const online = useOnline()
  const isEmpty = value?.channelId === '' && value.webhooks.length === 0
  const [wasOnline, setWasOnline] = useState(online)
  useEffect(() => {
    if (online && !wasOnline) loaded.reload()
    setWasOnline(online)
  }, [online])
  return (
    <>
      <PageHead
        steps={WEBHOOKS}
        title="Incoming Webhooks"
        text="Let other programs post messages to a channel with one HTTP request."
      >
        {!isEmpty && (
          <div class="btns">
            <AddLink />
          </div>
        )}
      </PageHead>
      {value && !online && (
        <Notice kind="warn" icon="offline" role="status" class="mb-4" title="No connection.">
          This is the list as of {timeOfDay(loaded.at)}. You can make changes again when the
          connection is back.
        </Notice>
      )}
      {isEmpty && <EmptyList />}
      {!value && error && (
        <div class="card">
          <PartFailure error={error} retry={loaded.reload} />
        </div>
      )}
      {loaded.slow && <WebhookTableSkeleton />}
      {value && !isEmpty && (
        <Webhooks
          webhooks={value.webhooks}
          put={(webhooks) => loaded.put({ channelId, webhooks })}
        />
      )}
    </>
  )
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[]
  readonly put: (webhooks: readonly Webhook[]) => void
}

function Webhooks({ webhooks, put }: WebhooksProps) {
  const { filter, sort, clear } = useFilter()
  const channels = useLoaded(async () => listChannels(''))
  const shown = sortWebhooks(filterWebhooks(webhooks, filter), sort)
  const replace = (changed: Webhook): void =>
    put(webhooks.map((webhook) => (webhook.id === changed.id ? changed : webhook)))
  return (
    <>
      <ListToolbar
        counted={filterWebhooks(webhooks, { ...filter, state: 'all' })}
        channel={channelOf(filter.channelId, webhooks, channels.value ?? [])}
      />
      <p class="vh" role="status">
        {shown.length === 0 ? 'No matching webhooks' : countText(shown.length, 'webhook')}
      </p>
      <div class="card">
        {shown.length === 0 ? (
          <NoMatch query={filter.query} clear={clear} />
        ) : (
          <WebhookTable webhooks={shown} replace={replace} />
        )}
      </div>
    </>
  )
}

/** The channel of the filter, as far as it is known; null without a filter. */
function channelOf(
  id: string,
  webhooks: readonly Webhook[],
  channels: readonly Channel[],
): Pick<Channel, 'name' | 'isPrivate'> | null {
  if (id === '') return null
  const webhook = webhooks.find((each) => each.channelId === id)
  if (webhook) return { name: webhook.channel, isPrivate: webhook.isPrivate }
  return channels.find((channel) => channel.id === id) ?? { name: '', isPrivate: false }
}

/** What the address of the page says about the list, and how to change it. */
function useFilter() {
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

function ListToolbar({ counted, channel }: ListToolbarProps) {
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
