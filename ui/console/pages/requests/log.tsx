import { Button, countText, Icon, Segment, sinceText } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { OUTCOMES } from '../../../../lib/model/last-result.js'
import { exportRequests, type LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { OUTCOME_LOOKS, Reconnecting, Time } from '../../parts/looks.js'
import { Chip, ToolbarSelect } from '../../parts/toolbar.js'
import { OWN_FORMAT } from '../../program.js'
import { useFailingSince } from '../../state/attention.js'
import { useKeptPlace } from '../../state/leaving.js'
import { useAction } from '../../state/loading.js'
import { useFormatTitles } from '../../state/names.js'
import { Link, requestPath, useChoice, useParameter } from '../../state/route.js'
import { clockTime, millisecondsText, sizeText } from '../../state/time.js'
import { errorText, PartPending, useQuestion, useRechecked } from '../loaded.js'
import { Chart } from './chart.js'
import { isOwed, keptSince } from './owed.js'
import {
  beginningOf,
  filterOf,
  type Listed,
  RANGE_NAMES,
  RANGES,
  useLog,
  useShown,
} from './use-log.js'
import { partsOf, sentence, titleOf, toneOf } from './words.js'

interface LogProps {
  /** `''` is all webhooks. */
  readonly hookId: string
  /** The webhook of a request, as far as it is known. */
  readonly webhookOf: (request: LoggedRequest) => Webhook | null
  /** Shown if there are no requests, whatever is asked for. */
  readonly none: ComponentChildren
}

/** The requests of a webhook or of all of them, and their results. */
export function Log({ hookId, webhookOf, none }: LogProps) {
  const shown = useShown()
  const { loaded, isOther, showMore } = useLog(hookId, shown)
  const { value, error } = loaded
  useRechecked(error)
  if (value === null || (isOther && error !== null)) return <PartPending loaded={loaded} />
  const { outcome, format, event, incident, time } = shown
  const isPlain = outcome + format + event + incident === ''
  if (isPlain && time === 'week' && value.items.length === 0) return <>{none}</>
  return (
    <>
      <Toolbar requests={value.items} isLive={error === null} />
      <Chart {...value} range={time} />
      {hookId !== '' && <Owed {...value} hookId={hookId} />}
      <Rows {...value} {...{ hookId, webhookOf }} />
      <Foot {...value} {...{ hookId, showMore }} />
      <Said query={value.query} count={value.items.length} />
    </>
  )
}

const OUTCOME_CHOICES = [
  { name: '', text: 'All' },
  ...OUTCOMES.map((name) => ({ name, text: OUTCOME_LOOKS[name].text })),
] as const
const TIMES = RANGE_NAMES.map((name) => ({ name, text: RANGES[name].text }))

function Toolbar(props: { readonly requests: readonly LoggedRequest[]; readonly isLive: boolean }) {
  const [outcome, choose] = useChoice('outcome', ['', ...OUTCOMES])
  return (
    <div class="reqbar">
      <Segment label="Outcome" small chosen={outcome} onChoose={choose} choices={OUTCOME_CHOICES} />
      <FormatSelect requests={props.requests} />
      <ToolbarSelect parameter="time" label="Time" choices={TIMES} />
      <FilterChip name="event" />
      <FilterChip name="incident" />
      {props.isLive ? (
        <span class="subtle small row">
          <span class="dot dot--live" />
          Live
        </span>
      ) : (
        <Reconnecting />
      )}
    </div>
  )
}

/** The formats that were seen since the page was opened. */
function FormatSelect({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  const [chosen] = useParameter('format')
  const seen = useRef(new Set<string>()).current
  for (const name of [chosen, ...requests.map(({ format }) => format)]) seen.add(name)
  seen.delete('')
  const names = [...seen]
  const titleOf = useFormatTitles(names)
  const choices = names.map((name) => ({ name, text: titleOf(name) }))
  return (
    <ToolbarSelect
      parameter="format"
      label="Format"
      choices={[{ name: '', text: 'All formats' }, ...choices]}
    />
  )
}

function FilterChip({ name }: { readonly name: 'event' | 'incident' }) {
  const [value, setValue] = useParameter(name)
  if (value === '') return null
  const label = sentence(name)
  return (
    <Chip label={label} all={`Show all ${name}s`} next="filter-time" onClose={() => setValue('')}>
      {label} <code>{value}</code>
    </Chip>
  )
}

/** What can be done about requests that were refused. It knows no other filters. */
function Owed({ items, hookId }: Listed & Pick<LogProps, 'hookId'>) {
  const [, ask] = useQuestion()
  const { time, format, event, incident } = useShown()
  const since = keptSince(useFailingSince(hookId) ?? beginningOf(time, Date.now()))
  const isFiltered = format + event + incident !== ''
  if (isFiltered || !items.some((request) => isOwed(request))) return null
  return (
    <div class="reqbar">
      <Button small icon="again" onPress={() => ask('replay')}>
        Replay all refused since {sinceText(since)} …
      </Button>
    </div>
  )
}

type RowsProps = Pick<LogProps, 'hookId' | 'webhookOf'> & Listed

function Rows({ items, hookId, webhookOf }: RowsProps) {
  useKeptPlace()
  if (items.length === 0) return <p class="card__body muted">No matching requests.</p>
  return (
    <ul>
      {items.map((request) => (
        <Row
          key={request.id}
          request={request}
          webhook={webhookOf(request)}
          isNamed={hookId === ''}
        />
      ))}
    </ul>
  )
}

interface FootProps extends Listed, Pick<LogProps, 'hookId'> {
  readonly showMore: () => void
}

function Foot({ items, isAll, hookId, showMore }: FootProps) {
  const shown = useShown()
  const { busy, error, run } = useAction()
  const last = useRef<string | null>(null)
  useEffect(() => {
    const at = items.findIndex(({ id }) => id === last.current) + 1
    if (last.current === null || at === items.length) return
    last.current = null
    // The first one of those that were asked for: with the last ones, the button is gone.
    document.querySelectorAll<HTMLElement>('.req__link')[at]?.focus()
  }, [items])
  const download = async () => {
    const text = await exportRequests(hookId, filterOf(shown))
    const href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
    const link = Object.assign(document.createElement('a'), { href, download: `${hookId}.ndjson` })
    link.click()
    URL.revokeObjectURL(href)
  }
  return (
    <div class="reqfoot">
      <div class="btns">
        {!isAll && (
          <Button
            small
            onPress={() => {
              last.current = items.at(-1)?.id ?? null
              showMore()
            }}
          >
            Show more
          </Button>
        )}
        {hookId !== '' && items.length > 0 && (
          <Button small busy={busy && 'Downloading'} onPress={() => run(download)}>
            Download as NDJSON
          </Button>
        )}
      </div>
      {error && <p class="error">{errorText(error)}</p>}
      <p class="hint">
        Headers are stored without credentials, and what was sent only of some requests, encrypted,
        for 24 hours.
      </p>
    </div>
  )
}

/** Tells screen readers what a filter has found, and not of each request that arrives. */
function Said({ query, count }: { readonly query: string; readonly count: number }) {
  const said = useMemo(() => countText(count, 'request'), [query])
  return (
    <p class="vh" role="status">
      {said}
    </p>
  )
}

interface RowProps {
  readonly request: LoggedRequest
  /** Null if it is not known. */
  readonly webhook: Webhook | null
  /** Whether the row says of which webhook it is. */
  readonly isNamed: boolean
}

/** A request of the list. */
function Row({ request, webhook, isNamed }: RowProps) {
  const { id, hookId, time, status, userAgent, size, duration } = request
  const facts = [
    isNamed && (webhook?.displayName ?? hookId),
    formatOf(request),
    userAgent === '' ? 'unnamed sender' : userAgent,
    sizeText(size),
    duration !== null && millisecondsText(duration),
  ]
  return (
    <li class="req">
      <Time class="req__time" at={time} text={clockTime(time)} />
      <span class={`badge badge--code badge--${toneOf(status)}`}>{status}</span>
      <span class="req__what">
        <Link class="req__link" to={requestPath(hookId, id)}>
          {titleOf(request, webhook)}
        </Link>
        <small>{facts.filter((fact) => fact).join(', ')}</small>
      </span>
      <span class="req__tags">
        {tagsOf(request).map(({ tone = '', text }) => (
          <span key={text} class={`badge ${tone}`}>
            {text}
          </span>
        ))}
      </span>
      <Icon name="next" />
    </li>
  )
}

/** `github pull_request.opened`; nothing of our own format, which has no events. */
function formatOf({ format, event }: LoggedRequest) {
  if (format === '' || format === OWN_FORMAT) return ''
  return event === '' ? format : `${format} ${event}`
}

function tagsOf(request: LoggedRequest) {
  const { warnings, replayed, replayOf, deliveredBy, waited, isOldKey } = request
  const parts = partsOf(request)
  return [
    warnings.length > 0 && { tone: 'badge--warn', text: countText(warnings.length, 'warning') },
    isOldKey && { tone: 'badge--warn', text: 'old URL' },
    deliveredBy !== null && { tone: 'badge--ok', text: 'delivered later' },
    parts > 1 && { text: countText(parts, 'post') },
    waited > 0 && { text: `waited ${waited} s` },
    (replayed || replayOf !== null) && { text: 'repeated' },
  ].filter((tag) => tag !== false)
}
