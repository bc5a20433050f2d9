import { fullTime } from 'express-incoming-webhooks-ui/times'
import type { RefObject } from 'preact'
import type { LogLine } from '../../api/logs.js'
import { Empty } from '../../parts/empty.js'
import { Link } from '../../parts/link.js'
import { preciseTime } from '../../state/time.js'

interface LogListProps {
  /** The list, where its lines can be marked. */
  readonly list: RefObject<HTMLOListElement | null>
  readonly lines: readonly LogLine[]
  readonly query: string
  /** Whether there are no lines at all. */
  readonly isEmpty: boolean
}

export function LogList({ lines, list, query, isEmpty }: LogListProps) {
  return (
    <div class="logs" tabIndex={0} role="region" aria-label="Log lines, newest first">
      {isEmpty ? (
        <NothingWritten />
      ) : (
        <ol ref={list} class="logs__list">
          {lines.map((line) => (
            <Line key={line.raw} line={line} query={query.trim()} />
          ))}
        </ol>
      )}
      {!isEmpty && lines.length === 0 && <p class="log muted">No matching lines.</p>}
    </div>
  )
}

function NothingWritten() {
  return (
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
  )
}

function Line({ line, query }: { line: LogLine; query: string }) {
  const time = Date.parse(line.time)
  return (
    <li class={`log log--${line.level.toLowerCase()}`}>
      <time dateTime={line.time} title={Number.isNaN(time) ? undefined : fullTime(time)}>
        {preciseTime(line.time)}
      </time>
      <span class="log__lvl">{line.level}</span>
      <span class="log__node">{line.node}</span>
      <span class="log__msg">
        <Marked text={line.message} query={query} />{' '}
        <span class="log__kv">
          {line.fields.map(([name, value]) => (
            <span key={name}>
              {name}=
              <b>
                <Marked text={quoted(value)} query={query} />
              </b>{' '}
            </span>
          ))}
        </span>
      </span>
    </li>
  )
}

function quoted(value: string): string {
  return /\s/.test(value) ? `“${value}”` : value
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
