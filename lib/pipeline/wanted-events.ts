import { splitNames } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'

/** Which events a webhook shows. */
export type WantedEvents = Pick<IncomingWebhook, 'events' | 'except'>

/** The choice of the webhook, unless the URL makes another one. */
export function wantedEvents(
  webhook: WantedEvents,
  query: Readonly<Record<string, string>>,
): WantedEvents {
  const { events, except } = query
  return {
    events: events === undefined ? webhook.events : splitNames(events),
    except: except === undefined ? webhook.except : splitNames(except),
  }
}

/** Whether an event is shown. A quiet one must be asked for. */
export function isWanted(
  event: string,
  isQuiet: boolean,
  { events, except }: WantedEvents,
): boolean {
  const isNamed = (name: string): boolean => covers(name.toLowerCase(), event.toLowerCase())
  if (except.some(isNamed)) return false
  return events.length === 0 ? !isQuiet : events.some(isNamed)
}

/** `pull_request`, also as `pull_request.*`, covers `pull_request.opened`; `*` covers everything. */
function covers(written: string, event: string): boolean {
  const name = written.endsWith('.*') ? written.slice(0, -2) : written
  return name === '*' || name === event || event.startsWith(`${name}.`)
}
