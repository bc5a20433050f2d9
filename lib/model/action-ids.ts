/** The ids of buttons and menus, which are part of a URL path. */
export const ACTION_ID_SHAPE = /^[A-Za-z0-9_-]{1,64}$/
