import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import { Search } from '../../parts/search.js'
import { levelOf, LOG_LEVELS, type LogFilter, type LogLevel } from './log-filter.js'

interface LogToolbarProps {
  readonly filter: LogFilter
  readonly nodes: readonly string[]
  readonly count: { readonly shown: number; readonly all: number }
  readonly onQuery: (query: string) => void
  readonly onLevel: (level: LogLevel) => void
  readonly onNode: (node: string) => void
}

export function LogToolbar(props: LogToolbarProps): JSX.Element {
  const { filter, count } = props
  return (
    <div class="toolbar">
      <Search
        id="search"
        label="Filter lines"
        placeholder="Filter by text, webhook or request"
        value={filter.query}
        onChange={props.onQuery}
      />
      <label class="vh" for="level">
        Level
      </label>
      <select
        class="input select"
        id="level"
        value={filter.level}
        onChange={(event) => props.onLevel(levelOf(event.currentTarget.value))}
      >
        {LOG_LEVELS.map((level) => (
          <option key={level} value={level}>
            {level === 'ERROR' ? level : `${level} and above`}
          </option>
        ))}
      </select>
      <label class="vh" for="node">
        Node
      </label>
      <select
        class="input select"
        id="node"
        value={filter.node}
        onChange={(event) => props.onNode(event.currentTarget.value)}
      >
        <option value="">All nodes</option>
        {props.nodes.map((node) => (
          <option key={node}>{node}</option>
        ))}
      </select>
      <span class="toolbar__end" role="status">
        {count.shown === count.all
          ? countText(count.all, 'line')
          : `${count.shown} of ${countText(count.all, 'line')}`}
      </span>
    </div>
  )
}
