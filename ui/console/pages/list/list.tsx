import { countText } from 'express-incoming-webhooks-ui/numbers'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useState } from 'preact/hooks'
import { type Channel, listChannels } from '../../api/channels.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { PageHead, WEBHOOKS } from '../../parts/heading.js'
import { Notice } from '../../parts/notice.js'
import { useLoaded, useOnline } from '../../state/loading.js'
import { useParameter } from '../../state/route.js'
import { PartFailure } from '../messages.js'
import { AddLink, EmptyList, NoMatch } from './empty-list.js'
import { filterWebhooks, sortWebhooks } from './filter.js'
import { WebhookTable, WebhookTableSkeleton } from './table.js'
import { ListToolbar, useFilter } from './toolbar.js'

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
