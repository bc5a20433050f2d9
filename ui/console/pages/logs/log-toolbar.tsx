import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Search } from '../../parts/search.js'
import { ToolbarSelect } from '../../parts/select.js'
import { useChoice, useParameter } from '../../state/route.js'
import { LOG_LEVELS, type LogFilter } from './log-filter.js'

/** What the address of the page says about the lines, and how to change it. */
export function useLogFilter() {
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

export function LogToolbar({ nodes, count }: LogToolbarProps) {
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
