/** What the id of a button or menu looks like: it is a part of the address that a press goes to. */
export const ACTION_ID_SHAPE = /^[A-Za-z0-9_-]{1,64}$/
