import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { useState } from 'preact/hooks'
import { listLogs, type LogLine } from '../../api/logs.js'
import { labels } from '../../config.js'
import { Button } from '../../parts/button.js'
import { CopyButton } from '../../parts/copy-button.js'
import { ToolbarSelect } from '../../parts/field.js'
import { PageHead } from '../../parts/heading.js'
import { Search } from '../../parts/search.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'
import { Failure } from '../messages.js'
import { filterLines, LOG_LEVELS, type LogFilter } from './log-filter.js'
import { LogList } from './log-list.js'

const POLL_MS = 2000

export function LogsPage() {
  const { value, error, reload } = useLoaded(listLogs)
  const { filter } = useLogFilter()
  const [frozen, setFrozen] = useState<readonly LogLine[] | null>(null)
  usePolling(reload, POLL_MS)
  if (value === null && error !== null) return <Failure error={error} retry={reload} />
  const lines = frozen ?? value ?? []
  const shown = filterLines(lines, filter)
  return (
    <>
      <PageHead
        steps={[{ text: labels.systemConsole }, { text: 'Logs' }]}
        title="Logs"
        class="head head--tight"
      >
        <LogActions
          state={error !== null ? 'lost' : frozen === null ? 'live' : 'paused'}
          news={frozen === null || value === null ? 0 : newLines(frozen, value)}
          shown={shown}
          pause={() => setFrozen(lines)}
          goOn={() => setFrozen(null)}
        />
      </PageHead>
      <LogToolbar
        nodes={[...new Set(lines.map((line) => line.node))].sort()}
        count={{ shown: shown.length, all: lines.length }}
      />
      <LogList lines={shown} query={filter.query} isEmpty={value !== null && lines.length === 0} />
      <p class="hint mt-3">
        The latest 1,000 lines. Lines about requests contain the first 200 characters of the
        payload, without keys.
      </p>
    </>
  )
}

function newLines(before: readonly LogLine[], now: readonly LogLine[]): number {
  const newest = before[0]?.raw
  const at = now.findIndex((line) => line.raw === newest)
  return at < 0 ? now.length : at
}

/** What the address of the page says about the lines, and how to change it. */
function useLogFilter() {
  const [query, setQuery] = useParameter('q')
  const [level, setLevel] = useChoice('level', LOG_LEVELS)
  const [node, setNode] = useParameter('node')
  const filter: LogFilter = { query, level, node }
  return { filter, setQuery, setLevel, setNode }
}

interface LogToolbarProps {
  readonly nodes: readonly string[]
  readonly count: { readonly shown: number; readonly all: number }
}

const LEVELS = LOG_LEVELS.map((name) => ({
  name,
  text: name === 'ERROR' ? name : `${name} and above`,
}))

function LogToolbar({ nodes, count }: LogToolbarProps) {
  const { filter, setQuery, setLevel, setNode } = useLogFilter()
  return (
    <div class="toolbar">
      <Search
        id="search"
        label="Filter lines"
        placeholder="Filter by text, webhook or request"
        value={filter.query}
        onChange={setQuery}
      />
      <ToolbarSelect
        id="level"
        label="Level"
        choices={LEVELS}
        chosen={filter.level}
        onChoose={setLevel}
      />
      <ToolbarSelect
        id="node"
        label="Node"
        choices={[{ name: '', text: 'All nodes' }, ...nodes.map((name) => ({ name, text: name }))]}
        chosen={filter.node}
        onChoose={setNode}
      />
      <span class="toolbar__end" role="status">
        {count.shown === count.all ? '' : `${count.shown} of `}
        {countText(count.all, 'line')}
      </span>
    </div>
  )
}

interface LogActionsProps {
  readonly state: 'live' | 'paused' | 'lost'
  /** New lines since the pause. */
  readonly news: number
  readonly shown: readonly LogLine[]
  readonly pause: () => void
  readonly goOn: () => void
}

function LogActions(props: LogActionsProps) {
  const { state, news, shown } = props
  return (
    <div class="btns">
      {state === 'live' && (
        <span class="badge">
          <span class="dot dot--live" />
          Live
        </span>
      )}
      {state === 'paused' && (
        <span class="badge badge--warn">
          Paused{news > 0 && `, ${countText(news, 'new line')}`}
        </span>
      )}
      {state === 'lost' && (
        <span class="badge badge--warn">
          <span class="spin" aria-hidden="true" />
          Reconnecting
        </span>
      )}
      {state === 'paused' ? (
        <Button kind="primary" icon="play" onPress={props.goOn}>
          Resume
        </Button>
      ) : (
        <Button icon="pause" onPress={props.pause}>
          Pause
        </Button>
      )}
      <CopyButton
        text={shown.map((line) => line.raw).join('\n')}
        said={`${countText(shown.length, 'line')} copied`}
        select={selectLines}
      >
        Copy lines
      </CopyButton>
    </div>
  )
}

function selectLines(): void {
  selectTextOf(document.getElementById('log-lines'))
}
