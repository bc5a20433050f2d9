import { type Facts, SEVERITIES, severityRank } from '../model/event-rules.js'
import { splitNames } from '../model/fields.js'
import type { HookWarning, IncomingWebhook } from '../model/records.js'
import { isAnyOf } from '../rules/event-rules.js'

/** Which events a webhook shows. */
export type ShownEvents = Pick<IncomingWebhook, 'events' | 'except'>

/** The choice of the webhook, unless the URL makes another one. */
export function shownEvents(
  webhook: ShownEvents,
  query: Readonly<Record<string, string>>,
): ShownEvents {
  const { events, except } = query
  return {
    events: events === undefined ? webhook.events : splitNames(events),
    except: except === undefined ? webhook.except : splitNames(except),
  }
}

/** Whether an event is shown. One that its format skips must be asked for. */
export function isShownEvent(
  event: string,
  isSkipped: boolean,
  { events, except }: ShownEvents,
): boolean {
  const isNamed = (name: string) => covers(name.toLowerCase(), event.toLowerCase())
  if (except.some(isNamed)) return false
  return events.length === 0 ? !isSkipped : events.some(isNamed)
}

/** `pull_request`, also as `pull_request.*`, covers `pull_request.opened`; `*` covers everything. */
function covers(written: string, event: string) {
  const name = written.endsWith('.*') ? written.slice(0, -2) : written
  return name === '*' || name === event || event.startsWith(`${name}.`)
}

/** Words of the query that name values of a fact. */
const FILTERS = { branches: 'branch', labels: 'label' } as const

/** Whether the query filters out an event. What is not known of an event filters nothing out. */
export function filtersIn(
  query: Readonly<Record<string, string>>,
  facts: Facts,
): { readonly isFiltered: boolean; readonly warnings: readonly HookWarning[] } {
  const isOther = (['branches', 'labels'] as const).some((word) => {
    const names = splitNames(query[word] ?? '')
    const fact = facts[FILTERS[word]]
    return names.length > 0 && fact !== undefined && !isAnyOf(names, fact)
  })
  const { min_severity: least = '' } = query
  const [own, wanted] = [severityRank(facts.severity ?? ''), severityRank(least)]
  const isLess = own !== null && wanted !== null && own < wanted
  const isUnknown = least !== '' && wanted === null
  const reason = `filters nothing: expected one of ${SEVERITIES.join(', ')}`
  return {
    isFiltered: isOther || isLess,
    warnings: isUnknown ? [{ path: 'min_severity', reason }] : [],
  }
}
