/** The ids of buttons and menus, which are part of a URL path. */
export const ACTION_ID_SHAPE = /^[A-Za-z0-9_-]{1,64}$/

/** The id of the button that acknowledges an incident. */
export const ACKNOWLEDGE = 'own_acknowledge'

/** The id of the button that sends refused requests again. */
export const REPLAY = 'own_replay'

/** The ids of the library's own buttons, which no payload can give to one of its own. */
export const OWN_ACTIONS: ReadonlySet<string> = new Set([ACKNOWLEDGE, REPLAY])
