import { arrowTo, Button, countText, fullTime } from 'express-incoming-webhooks-ui'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { listLogs, type LogLine } from '../../api/logs.js'
import { Code, CopyButton } from '../../parts/copying.js'
import { Empty, PageHead, SYSTEM_CONSOLE } from '../../parts/heading.js'
import { Reconnecting } from '../../parts/looks.js'
import { Search, ToolbarSelect } from '../../parts/toolbar.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { Link, useChoice, useParameter } from '../../state/route.js'
import { secondsText } from '../../state/time.js'
import { Failure } from '../loaded.js'
import { fieldsText, filterLines, headOf, LOG_LEVELS } from './log-lines.js'

const POLL_MS = 2000
const LEVELS = LOG_LEVELS.map((name) => ({
  name,
  text: name === 'ERROR' ? name : `${name} and above`,
}))

export function LogsPage() {
  const { value, error, reload } = useLoaded(listLogs)
  const [query, setQuery] = useParameter('q')
  const [level] = useChoice('level', LOG_LEVELS)
  const [node] = useParameter('node')
  const [frozen, setFrozen] = useState<readonly LogLine[] | null>(null)
  const list = useRef<HTMLDivElement>(null)
  usePolling(reload, POLL_MS)
  if (value === null && error !== null) return <Failure error={error} retry={reload} />
  const lines = frozen ?? value ?? []
  const nodes = [...new Set(lines.map((line) => line.node))].sort()
  const hasNodes = nodes.length > 1
  const shown = filterLines(lines, { query, level, node: hasNodes ? node : '' })
  return (
    <>
      <PageHead above={[SYSTEM_CONSOLE]} title="Logs" class="head head--tight">
        <div class="btns">
          {error === null ? (
            <State news={frozen && newLines(frozen, value ?? [])} />
          ) : (
            <Reconnecting />
          )}
          {frozen && error === null ? (
            <Button kind="primary" icon="play" onPress={() => setFrozen(null)}>
              Resume
            </Button>
          ) : (
            <Button icon="pause" onPress={() => setFrozen(lines)}>
              Pause
            </Button>
          )}
          <CopyButton
            text={shown.map((line) => line.raw).join('\n')}
            said={`${countText(shown.length, 'line')} copied`}
            from={list}
          >
            Copy lines
          </CopyButton>
        </div>
      </PageHead>
      <div class="toolbar">
        <Search
          id="search"
          label="Filter lines"
          placeholder="Filter by text, webhook or request"
          value={query}
          onText={setQuery}
        />
        <ToolbarSelect parameter="level" label="Level" choices={LEVELS} />
        {hasNodes && (
          <ToolbarSelect
            parameter="node"
            label="Node"
            choices={[
              { name: '', text: 'All nodes' },
              ...nodes.map((name) => ({ name, text: name })),
            ]}
          />
        )}
        <span class="toolbar__end" role="status">
          {shown.length === lines.length ? '' : `${shown.length} of `}
          {countText(lines.length, 'line')}
        </span>
      </div>
      <LogList
        lines={shown}
        list={list}
        query={query}
        hasNodes={hasNodes}
        isEmpty={value !== null && lines.length === 0}
      />
      <p class="hint mt-3">
        The latest 1,000 lines. Open one for its fields, such as the first 200 characters of the
        payload, without keys.
      </p>
    </>
  )
}

/** `news` is how many lines are new since the list was paused; null while it is not. */
function State({ news }: { news: number | null }) {
  if (news !== null) {
    return (
      <span class="badge badge--warn">Paused{news > 0 && `, ${countText(news, 'new line')}`}</span>
    )
  }
  return (
    <span class="badge">
      <span class="dot dot--live" />
      Live
    </span>
  )
}

function newLines(before: readonly LogLine[], now: readonly LogLine[]) {
  const newest = before[0]?.raw
  const at = now.findIndex((line) => line.raw === newest)
  return at < 0 ? now.length : at
}

interface LogListProps {
  /** The list, where its lines can be marked. */
  readonly list: RefObject<HTMLDivElement | null>
  readonly lines: readonly LogLine[]
  readonly query: string
  /** Whether each line names its node. */
  readonly hasNodes: boolean
  /** Whether there are no lines at all. */
  readonly isEmpty: boolean
}

function LogList({ lines, list, query, hasNodes, isEmpty }: LogListProps) {
  if (isEmpty) return <NothingWritten />
  const wanted = query.trim()
  return (
    <div
      ref={list}
      class={hasNodes ? 'logs logs--nodes' : 'logs'}
      role="region"
      aria-label="Log lines, newest first"
      onKeyDown={moveFocus}
    >
      {lines.map((line, at) => (
        <Line
          key={line.raw}
          line={line}
          query={wanted}
          hasNodes={hasNodes}
          isFirst={at === 0}
          isOpenAtFirst={wanted !== '' && lines.length === 1}
        />
      ))}
      {lines.length === 0 && <p class="log log__row muted">No matching lines.</p>}
    </div>
  )
}

/** One line is in the tab order; arrows, Home and End move between them. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
  const rows = Array.from(event.currentTarget.querySelectorAll('summary'))
  const at = rows.findIndex((row) => row === event.target)
  const to = at < 0 ? null : arrowTo(event.key, at, rows.length)
  if (to === null) return
  event.preventDefault()
  rows[to]?.focus()
}

function NothingWritten() {
  return (
    <div class="logs">
      <Empty
        class="sans"
        icon="lines"
        title="Nothing is being logged"
        text="Turn on Enable Webhook Debugging and set Console Log Level to DEBUG, then send a request."
      >
        <Link class="btn" to="console/logging">
          Open Logging
        </Link>
      </Empty>
    </div>
  )
}

interface LineProps extends Pick<LogListProps, 'query' | 'hasNodes'> {
  readonly line: LogLine
  readonly isFirst: boolean
  readonly isOpenAtFirst: boolean
}

/** One row; the rest of the line is rendered while it is open, as there may be 1,000 of them. */
function Line({ line, query, hasNodes, isFirst, isOpenAtFirst }: LineProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { mark, tone, name, title, duration } = headOf(line)
  const time = Date.parse(line.time)
  return (
    <details
      class={tone === '' ? 'log' : `log log--${tone}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary class="log__row" tabIndex={isFirst ? 0 : -1}>
        <time dateTime={line.time} title={Number.isNaN(time) ? undefined : fullTime(time)}>
          {secondsText(line.time)}
        </time>
        <b>{mark}</b>
        {name !== '' && (
          <span class="log__name">
            <Marked text={name} query={query} />
          </span>
        )}
        <span class="log__what">
          <Marked text={title} query={query} />
        </span>
        {duration !== '' && <i class="log__duration">{duration}</i>}
        {hasNodes && <i class="log__node">{line.node}</i>}
      </summary>
      {isOpen && (
        <Code wraps name={line.message} said="Fields copied" pieces={[fieldsText(line)]} />
      )}
    </details>
  )
}

/** The text with matches of the search highlighted. */
function Marked({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  )
}
