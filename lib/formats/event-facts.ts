import type { EventFacts } from './format.js'

/** `''` and null stand for what the sender did not say. */
export type KnownFacts = {
  readonly [Name in keyof Omit<EventFacts, 'event' | 'isRemark'>]?:
    EventFacts[Name] | null | undefined
}

/** What is known of an event; what the sender did not say is left out. */
export function factsOf(event: string, known: KnownFacts): EventFacts {
  const { incident, incidentTitle, by, state, deliveryId, at = null, since = null } = known
  const { isBare, isKnown = true } = known
  return {
    event,
    ...(incident ? { incident } : {}),
    ...(incident && incidentTitle ? { incidentTitle } : {}),
    ...(by ? { by } : {}),
    ...(state ? { state } : {}),
    ...(deliveryId ? { deliveryId } : {}),
    ...(at === null ? {} : { at }),
    ...(since === null ? {} : { since }),
    ...(isBare ? { isBare } : {}),
    ...(isKnown ? {} : { isKnown: false }),
  }
}
