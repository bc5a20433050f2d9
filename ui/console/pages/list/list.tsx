import {
  Button,
  countText,
  Icon,
  Notice,
  Segment,
  timeOfDay,
  useLate,
} from 'express-incoming-webhooks-ui'
import { useEffect } from 'preact/hooks'
import type { Channel } from '../../api/directory.js'
import type { Webhook } from '../../api/webhooks.js'
import { config } from '../../config.js'
import { CardSkeleton } from '../../parts/card.js'
import { Code } from '../../parts/copying.js'
import { Empty, INTEGRATIONS, PageHead } from '../../parts/heading.js'
import { ChannelTag } from '../../parts/looks.js'
import { Chip, Search, ToolbarSelect } from '../../parts/toolbar.js'
import { NOTHING, reloadAttention, useAttention } from '../../state/attention.js'
import { knownChannel, useChannels } from '../../state/channels.js'
import { useKeptPlace } from '../../state/leaving.js'
import { useOnline } from '../../state/loading.js'
import { Link, useChoice, useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { coloured, CURL, filled } from '../connect/programs.js'
import { PartFailure } from '../loaded.js'
import { NeedsAttention } from './attention.js'
import {
  type Filter,
  filterWebhooks,
  type Listed,
  SEARCHED_STATES,
  SORTS,
  sortWebhooks,
  STATE_NAMES,
  STATES,
  useList,
} from './filter.js'
import { WebhookTable } from './table.js'

export function ListPage() {
  const { filter } = useFilter()
  const loaded = useList(filter)
  const { value, error } = loaded
  const attention = useAttention()
  // It comes first on the page, so that the list waits for it, but not for long.
  const late = useLate(attention === null)
  const online = useOnline()
  const isEmpty = value?.channelId === '' && !value.isPart && value.webhooks.length === 0
  useEffect(() => {
    if (online) loaded.reload()
  }, [online])
  return (
    <>
      <PageHead
        above={[INTEGRATIONS]}
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
      {loaded.slow && <CardSkeleton label="Loading webhooks" />}
      {value && !isEmpty && (attention ?? late) && (
        <>
          <NeedsAttention
            {...(attention ?? NOTHING)}
            webhooks={value.webhooks}
            reload={() => {
              loaded.reload()
              reloadAttention()
            }}
          />
          <Webhooks {...loaded} listed={value} />
        </>
      )}
    </>
  )
}

interface WebhooksProps extends Pick<ReturnType<typeof useList>, 'replace' | 'more'> {
  readonly listed: Listed
}

function Webhooks({ listed: { webhooks, isPart, hasMore }, replace, more }: WebhooksProps) {
  const { filter, sort, clear } = useFilter()
  useKeptPlace()
  useChannels([filter.channelId])
  const shown = isPart ? webhooks : sortWebhooks(filterWebhooks(webhooks, filter), sort)
  return (
    <>
      <ListToolbar
        counted={isPart ? null : filterWebhooks(webhooks, { ...filter, state: 'all' })}
        channel={channelOf(filter.channelId, webhooks)}
      />
      <p class="vh" role="status">
        {shown.length === 0 ? 'No matching webhooks' : countText(shown.length, 'webhook')}
      </p>
      <div class="card">
        {shown.length === 0 ? (
          <NoMatch {...filter} clear={clear} />
        ) : (
          <WebhookTable webhooks={shown} replace={replace} more={hasMore ? more : null} />
        )}
      </div>
    </>
  )
}

type ShownChannel = Pick<Channel, 'name' | 'isPrivate'>

/** The channel of the filter, as far as it is known; null without a filter. */
function channelOf(id: string, webhooks: readonly Webhook[]): ShownChannel | null {
  if (id === '') return null
  const webhook = webhooks.find((each) => each.channelId === id)
  if (webhook) return { name: webhook.channel, isPrivate: webhook.isPrivate }
  return knownChannel(id) ?? { name: '', isPrivate: false }
}

/** What the address of the page says about the list. */
function useFilter() {
  const { me } = useSession()
  const [query, setQuery] = useParameter('q')
  const [state, setState] = useChoice('state', STATE_NAMES)
  const [by, setBy] = useParameter('by')
  const [channelId, setChannel] = useParameter('channel')
  const [sort] = useChoice('sort', ['created', 'name', 'used', 'result'])
  const filter: Filter = { query, state, ownerId: by === 'me' ? me.id : '', channelId }
  const clear = () => {
    setQuery('')
    setState('all')
    setBy('')
    setChannel('')
  }
  return { filter, sort, setQuery, setState, clear }
}

interface ListToolbarProps {
  /** The webhooks that the counts of states refer to; null if the page does not have all. */
  readonly counted: readonly Webhook[] | null
  /** The only channel whose webhooks are shown; its name is `''` if it is not known. */
  readonly channel: ShownChannel | null
}

const SEARCH = 'search'
const OWNERS = [
  { name: '', text: 'All owners' },
  { name: 'me', text: 'Only mine' },
] as const

function ListToolbar({ counted, channel }: ListToolbarProps) {
  const { me } = useSession()
  const { filter, setQuery, setState } = useFilter()
  const { query, state } = filter
  const states = counted ? STATE_NAMES : SEARCHED_STATES
  return (
    <div class="toolbar">
      <Search
        id={SEARCH}
        label="Search webhooks"
        placeholder="Search by name"
        value={query}
        onText={setQuery}
      />
      <Segment
        label="State"
        chosen={state}
        onChoose={setState}
        choices={states.map((name) => {
          const { text, holds } = STATES[name]
          const count = counted && { count: counted.filter(holds).length }
          return { name, text, ...count, alarms: name === 'failing' }
        })}
      />
      {me.admin && me.id !== '' && <ToolbarSelect parameter="by" label="Owner" choices={OWNERS} />}
      {counted && <ToolbarSelect parameter="sort" label="Order" choices={SORTS} />}
      {channel && <ChannelChip channel={channel} />}
    </div>
  )
}

/** The filter by channel, which links from elsewhere set. */
function ChannelChip({ channel }: { channel: ShownChannel }) {
  const [, setChannel] = useParameter('channel')
  return (
    <Chip label="Channel" all="Show all channels" next={SEARCH} onClose={() => setChannel('')}>
      {channel.name === '' ? (
        'In one channel'
      ) : (
        <>
          In <ChannelTag {...channel} />
        </>
      )}
    </Chip>
  )
}

const STEPS = [
  'Add a webhook and choose its channel.',
  'Copy the URL. Only you and administrators see it.',
  'Send a message to it from any program.',
]

/** Explains webhooks when there are none. */
function EmptyList() {
  return (
    <div class="card">
      <Empty
        class="empty--top"
        icon="webhook"
        muted={false}
        title="No webhooks yet"
        text="A webhook is a secret URL that belongs to one channel. Anything that can send an HTTP request can then post there: a pipeline, a monitor, a script."
      >
        <AddLink />
      </Empty>
      <div class="teach">
        <div>
          <h3>How it works</h3>
          <ol class="steps">
            {STEPS.map((step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h3>One request is enough</h3>
          <Code
            name="Example curl command"
            said="Copied to the clipboard"
            pieces={[
              ...coloured(filled(CURL, config.hooksBase)),
              { kind: 'comment', text: '<key>' },
            ]}
          />
          <p class="small subtle mt-3">
            Markdown, mentions, emoji codes and attachments work. Payloads written for Slack work
            too.
          </p>
        </div>
      </div>
    </div>
  )
}

function NoMatch({ query, state, clear }: Filter & { clear: () => void }) {
  const none = state === 'failing' ? 'No webhook is failing' : 'No matching webhooks'
  const title = query === '' ? none : `No webhooks match “${query}”`
  return (
    <Empty icon="search" title={title} text="Searches name and description.">
      <Button onPress={clear}>Clear search</Button>
    </Empty>
  )
}

function AddLink() {
  return (
    <Link class="btn btn--primary" to="add">
      <Icon name="add" />
      Add Incoming Webhook
    </Link>
  )
}
