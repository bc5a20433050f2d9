import type { EventFacts } from './format.js'

export interface KnownFacts {
  readonly thing?: string | undefined
  readonly state?: EventFacts['state'] | undefined
  readonly isRemark?: boolean | undefined
  readonly deliveryId?: string
  readonly at?: number | null
}

/** What is known of an event; what the sender did not say is left out. */
export function factsOf(event: string, known: KnownFacts): EventFacts {
  const { thing = '', state, isRemark, deliveryId = '', at = null } = known
  return {
    event,
    ...(thing === '' ? {} : { thing }),
    ...(state === undefined ? {} : { state }),
    ...(isRemark === undefined ? {} : { isRemark }),
    ...(deliveryId === '' ? {} : { deliveryId }),
    ...(at === null ? {} : { at }),
  }
}
