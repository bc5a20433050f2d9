import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Channel, listChannels } from '../../api/channels.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { labels } from '../../config.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { Notice } from '../../parts/notice.js'
import { useLoaded, useOnline } from '../../state/loading.js'
import { useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { PartFailure } from '../messages.js'
import { EmptyList, NoMatch } from './empty-list.js'
import { filterWebhooks, sortOf, sortWebhooks, stateOf } from './filter.js'
import { ListToolbar } from './toolbar.js'
import { WebhookTable, WebhookTableSkeleton } from './table.js'

/** What was loaded: the webhooks of a channel, or of all (`''`). */
interface Listed {
  readonly channelId: string
  readonly webhooks: readonly Webhook[]
}

export function ListPage(): JSX.Element {
  const [channelId] = useParameter('channel')
  const loaded = useLoaded(
    async (): Promise<Listed> => ({ channelId, webhooks: await listWebhooks(channelId) }),
    channelId,
  )
  const online = useOnline()
  const isEmpty = loaded.value?.channelId === '' && loaded.value.webhooks.length === 0
  const [wasOnline, setWasOnline] = useState(online)
  useEffect(() => {
    if (online && !wasOnline) loaded.reload()
    setWasOnline(online)
  }, [online])
  return (
    <>
      <Crumbs steps={[{ text: labels.integrations }, { text: 'Incoming Webhooks' }]} />
      <div class="head">
        <div class="head__text">
          <Heading title="Incoming Webhooks" />
          <p>Let other programs post messages to a channel with one HTTP request.</p>
        </div>
        {!isEmpty && <AddLink />}
      </div>
      {loaded.value !== null && !online && (
        <Notice kind="warn" icon="offline" role="status" class="mb-4">
          <p>
            <span class="notice__title">No connection.</span> This is the list as of{' '}
            {timeOfDay(loaded.at)}. You can make changes again when the connection is back.
          </p>
        </Notice>
      )}
      {isEmpty && <EmptyList />}
      {loaded.value === null && loaded.error !== null && (
        <div class="card">
          <PartFailure error={loaded.error} retry={loaded.reload} />
        </div>
      )}
      {loaded.slow && <WebhookTableSkeleton />}
      {loaded.value !== null && !isEmpty && (
        <Webhooks
          webhooks={loaded.value.webhooks}
          online={online}
          put={(webhooks) => loaded.put({ channelId, webhooks })}
        />
      )}
    </>
  )
}

function AddLink(): JSX.Element {
  return (
    <div class="btns">
      <Link class="btn btn--primary" to="add">
        <Icon name="add" />
        Add Incoming Webhook
      </Link>
    </div>
  )
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[]
  readonly online: boolean
  readonly put: (webhooks: readonly Webhook[]) => void
}

function Webhooks({ webhooks, online, put }: WebhooksProps): JSX.Element {
  const { me } = useSession()
  const [query, setQuery] = useParameter('q')
  const [state, setState] = useParameter('state')
  const [by, setBy] = useParameter('by')
  const [channelId, setChannel] = useParameter('channel')
  const [sortName, setSort] = useParameter('sort')
  const sort = sortOf(sortName)
  const channels = useLoaded(async () => listChannels(''))
  const filter = { query, state: stateOf(state), ownerId: by === 'me' ? me.id : '', channelId }
  const shown = sortWebhooks(filterWebhooks(webhooks, filter), sort)
  const replace = (changed: Webhook): void =>
    put(webhooks.map((webhook) => (webhook.id === changed.id ? changed : webhook)))
  return (
    <>
      <ListToolbar
        counted={filterWebhooks(webhooks, { ...filter, state: 'all' })}
        filter={filter}
        channel={channelOf(channelId, webhooks, channels.value ?? [])}
        onQuery={setQuery}
        onState={(next) => setState(next === 'all' ? '' : next)}
        onMine={(mine) => setBy(mine ? 'me' : '')}
        onAllChannels={() => setChannel('')}
        sort={sort}
        onSort={(next) => setSort(next === 'created' ? '' : next)}
      />
      <p class="vh" role="status">
        {shown.length === 0 ? 'No matching webhooks' : countText(shown.length, 'webhook')}
      </p>
      <div class="card">
        {shown.length === 0 ? (
          <NoMatch
            query={query}
            clear={() => {
              setQuery('')
              setState('')
              setBy('')
              setChannel('')
            }}
          />
        ) : (
          <WebhookTable
            webhooks={shown}
            unavailable={online ? null : 'No connection'}
            replace={replace}
          />
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
