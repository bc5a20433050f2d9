import { splitNames } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'

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
  const isNamed = (name: string): boolean => covers(name.toLowerCase(), event.toLowerCase())
  if (except.some(isNamed)) return false
  return events.length === 0 ? !isSkipped : events.some(isNamed)
}

/** `pull_request`, also as `pull_request.*`, covers `pull_request.opened`; `*` covers everything. */
function covers(written: string, event: string): boolean {
  const name = written.endsWith('.*') ? written.slice(0, -2) : written
  return name === '*' || name === event || event.startsWith(`${name}.`)
}
