import type { EventFacts } from './format.js'

export interface KnownFacts {
  readonly incident?: string | undefined
  readonly incidentTitle?: string
  readonly by?: string
  readonly state?: EventFacts['state'] | undefined
  readonly deliveryId?: string
  readonly at?: number | null
  readonly since?: number | null
  readonly isBare?: boolean
}

/** What is known of an event; what the sender did not say is left out. */
export function factsOf(event: string, known: KnownFacts): EventFacts {
  const { incident = '', incidentTitle = '', by = '', state, deliveryId = '' } = known
  const { at = null, since = null, isBare = false } = known
  return {
    event,
    ...(incident === '' ? {} : { incident }),
    ...(incident === '' || incidentTitle === '' ? {} : { incidentTitle }),
    ...(by === '' ? {} : { by }),
    ...(state === undefined ? {} : { state }),
    ...(deliveryId === '' ? {} : { deliveryId }),
    ...(at === null ? {} : { at }),
    ...(since === null ? {} : { since }),
    ...(isBare ? { isBare } : {}),
  }
}
