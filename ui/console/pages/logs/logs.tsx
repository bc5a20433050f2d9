import { Button, countText } from 'express-incoming-webhooks-ui'
import { useRef, useState } from 'preact/hooks'
import { listLogs, type LogLine } from '../../api/logs.js'
import { labels } from '../../config.js'
import { CopyButton } from '../../parts/copy-button.js'
import { ToolbarSelect } from '../../parts/field.js'
import { PageHead } from '../../parts/heading.js'
import { Search } from '../../parts/search.js'
import { Reconnecting } from '../../parts/webhook.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'
import { Failure } from '../messages.js'
import { filterLines, LOG_LEVELS } from './log-lines.js'
import { LogList } from './log-list.js'

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
      <PageHead
        steps={[{ text: labels.systemConsole }, { text: 'Logs' }]}
        title="Logs"
        class="head head--tight"
      >
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
        {hasNodes && <NodeSelect nodes={nodes} />}
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

function NodeSelect({ nodes }: { nodes: readonly string[] }) {
  const choices = nodes.map((name) => ({ name, text: name }))
  return (
    <ToolbarSelect
      parameter="node"
      label="Node"
      choices={[{ name: '', text: 'All nodes' }, ...choices]}
    />
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

function newLines(before: readonly LogLine[], now: readonly LogLine[]): number {
  const newest = before[0]?.raw
  const at = now.findIndex((line) => line.raw === newest)
  return at < 0 ? now.length : at
}
