/** Code points per post. */
export const MAX_POST_LENGTH = 16_383
/** Code points per post below `compatVersion` 5.0. */
export const MAX_POST_LENGTH_BEFORE_5_0 = 4_000
/** Code points of a webhook's description. */
export const MAX_DESCRIPTION_LENGTH = 500
export const MAX_DISPLAY_NAME_LENGTH = 256
/** Bytes of a request body, counted after inflating. */
export const BODY_LIMIT = 1_048_576
/** Levels of arrays and objects in a payload. */
export const MAX_DEPTH = 32
export const MAX_PARTS = 64
/** Code points of a post's properties as JSON, attachments included. */
export const MAX_PROPS_LENGTH = 760_000
/** Bytes of the names and values that a payload itself may put into `props`. */
export const MAX_OWN_PROPS_BYTES = 16_384
export const MAX_USER_LOOKUPS = 50
export const MAX_NAME_LENGTH = 64
/** Code points of a picture's address, in records and in payloads. */
export const MAX_ICON_URL_LENGTH = 2_048

/**
 * How much of each kind one message may hold. The work is bounded by these before it is done: with
 * all of them used up, a body of 1 MiB takes the main thread less than 200 ms. A message that holds
 * more is refused (413), because whatever were left out would be missed.
 */
export const MOST = {
  /** Slack takes 100. */
  attachments: 1_000,
  /** Slack takes 50, and as many in each attachment. */
  blocks: 2_000,
  /** Of all attachments and sections together; Slack takes 10 in a section. */
  fields: 5_000,
  /** Buttons and menus. Slack takes 25 in a block. */
  actions: 1_000,
  /** Choices of all menus and lists together. A single menu keeps 500 of them. */
  options: 10_000,
  /** Of all tables together. Slack takes 100 rows of 20. */
  cells: 10_000,
  /** Pieces of rich text, of contexts, of rows of buttons, and the items of lists. */
  elements: 10_000,
  /** Names in what a button sends to its integration. */
  'context members': 1_000,
  /** Lines of rich text that get a mark or a style, line by line. */
  lines: 20_000,
  /** Lines of rich text in the style of code: each becomes a span of its own. */
  'lines of code': 10_000,
  /** Fields of a form. A payload has twelve members. */
  'form fields': 1_000,
} as const

/** A kind of things that a message holds many of. */
export type Kind = keyof typeof MOST

/** Links, mentions and pieces of code in all texts of a message; further ones stay as written. */
export const MAX_TEXT_NODES = 20_000
/** Runs of backticks beside code fences, in all texts; past them fences stay where they were written. */
export const MAX_FENCE_RUNS = 20_000
/** Bytes of the headers of one part of a multipart form; Node takes as many of a request. */
export const MAX_PART_HEADER = 16_384
/** Numbers that JavaScript would round and that are kept as sent; further ones may be rounded, with a warning. */
export const MAX_WRITTEN_NUMBERS = 10_000
/** Choices that one menu keeps. Slack's lists hold 100. */
export const MAX_OPTIONS = 500
export const MAX_WARNINGS = 100
/** How long an idempotency key is remembered, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * 3600 * 1000
/**
 * Characters of JSON that the idempotency records of one webhook may take; past it the oldest are
 * dropped. A usual record has 250, so that a key which is used every 1.5 seconds is kept its 24
 * hours. Without a limit one webhook could fill gigabytes a day with records of 100 warnings.
 */
export const MAX_IDEMPOTENCY_LENGTH = 16 * 1024 * 1024
