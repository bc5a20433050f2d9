import { arrowTo, fullTime } from 'express-incoming-webhooks-ui'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { LogLine } from '../../api/logs.js'
import { Code } from '../../parts/code.js'
import { Empty } from '../../parts/empty.js'
import { Link } from '../../parts/link.js'
import { secondsText } from '../../state/time.js'
import { fieldsText, headOf } from './log-lines.js'

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

export function LogList({ lines, list, query, hasNodes, isEmpty }: LogListProps) {
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
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
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
