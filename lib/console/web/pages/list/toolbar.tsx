import { Segment } from 'express-incoming-webhooks-ui/segment'
import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Search } from '../../parts/search.js'
import { useSession } from '../../state/session.js'
import { type Filter, type ListState, type Sort, sortOf, SORTS } from './filter.js'

interface ListToolbarProps {
  /** The webhooks that the counts of states refer to. */
  readonly counted: readonly Webhook[]
  readonly filter: Filter
  readonly onQuery: (query: string) => void
  readonly onState: (state: ListState) => void
  readonly onMine: (mine: boolean) => void
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

export function ListToolbar(props: ListToolbarProps): JSX.Element {
  const { counted, filter } = props
  const { me } = useSession()
  const enabled = counted.filter((webhook) => webhook.enabled).length
  return (
    <div class="toolbar">
      <Search
        id="search"
        label="Search webhooks"
        placeholder="Search by name, channel or creator"
        value={filter.query}
        onChange={props.onQuery}
      />
      <Segment
        label="State"
        chosen={filter.state}
        onChoose={props.onState}
        choices={[
          { name: 'all', text: 'All', count: counted.length },
          { name: 'enabled', text: 'Enabled', count: enabled },
          { name: 'disabled', text: 'Disabled', count: counted.length - enabled },
        ]}
      />
      {me.admin && me.id !== '' && (
        <>
          <label class="vh" for="creator">
            Creator
          </label>
          <select
            class="input select"
            id="creator"
            value={filter.creatorId === '' ? '' : 'me'}
            onChange={(event) => {
              props.onMine(event.currentTarget.value === 'me')
            }}
          >
            <option value="">All creators</option>
            <option value="me">Only mine</option>
          </select>
        </>
      )}
      <label class="vh" for="sort">
        Order
      </label>
      <select
        class="input select"
        id="sort"
        value={props.sort}
        onChange={(event) => {
          props.onSort(sortOf(event.currentTarget.value))
        }}
      >
        {SORTS.map(({ name, text }) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
