import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listLogs, type LogLine } from '../../api/logs.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { useParameter } from '../../state/route.js'
import { Failure } from '../messages.js'
import { filterLines, levelOf } from './log-filter.js'
import { LogActions } from './log-actions.js'
import { LogList } from './log-list.js'
import { LogToolbar } from './log-toolbar.js'

const POLL_MS = 2000

export function LogsPage(): JSX.Element {
  const loaded = useLoaded(listLogs)
  const [query, setQuery] = useParameter('q')
  const [level, setLevel] = useParameter('level')
  const [node, setNode] = useParameter('node')
  const [frozen, setFrozen] = useState<readonly LogLine[] | null>(null)
  usePolling(loaded.reload, POLL_MS)
  const { value, error } = loaded
  if (value === null && error !== null) return <Failure error={error} retry={loaded.reload} />
  const lines = frozen ?? value ?? []
  const filter = { query, level: levelOf(level), node }
  const shown = filterLines(lines, filter)
  return (
    <>
      <Crumbs steps={[{ text: 'System Console' }, { text: 'Logs' }]} />
      <div class="head head--tight">
        <div class="head__text">
          <Heading title="Logs" />
        </div>
        <LogActions
          state={error !== null ? 'lost' : frozen === null ? 'live' : 'paused'}
          news={frozen === null || value === null ? 0 : newLines(frozen, value)}
          shown={shown}
          pause={() => setFrozen(lines)}
          goOn={() => setFrozen(null)}
        />
      </div>
      <LogToolbar
        filter={filter}
        nodes={[...new Set(lines.map((line) => line.node))].sort()}
        count={{ shown: shown.length, all: lines.length }}
        onQuery={setQuery}
        onLevel={(next) => setLevel(next === 'DEBUG' ? '' : next)}
        onNode={setNode}
      />
      <LogList lines={shown} query={query} isEmpty={value !== null && lines.length === 0} />
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
