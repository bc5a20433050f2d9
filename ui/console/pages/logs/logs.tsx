import { useState } from 'preact/hooks'
import { listLogs, type LogLine } from '../../api/logs.js'
import { labels } from '../../config.js'
import { PageHead } from '../../parts/heading.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { Failure } from '../messages.js'
import { LogActions } from './log-actions.js'
import { filterLines } from './log-filter.js'
import { LogList } from './log-list.js'
import { LogToolbar, useLogFilter } from './log-toolbar.js'

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
