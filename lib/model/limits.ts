/** Code points per post. */
export const MAX_POST_LENGTH = 16_383
/** Code points per post below `compatVersion` 5.0. */
export const MAX_POST_LENGTH_BEFORE_5_0 = 4_000
/** Code points of a webhook's description. */
export const MAX_DESCRIPTION_LENGTH = 500
export const MAX_DISPLAY_NAME_LENGTH = 256
/** Bytes of a request body, counted after decompression. */
export const BODY_LIMIT = 1_048_576
/** Levels of arrays and objects in a payload. */
export const MAX_DEPTH = 32
/** The same in blocks and cards of `props`, whose formats allow 32 blocks in each other. */
export const MAX_PARTS_DEPTH = 80
export const MAX_PARTS = 64
/** Code points of a post's properties as JSON, attachments included. */
export const MAX_PROPS_LENGTH = 760_000
/** Bytes of the names and values that a payload may add to `props`. */
export const MAX_OWN_PROPS_BYTES = 16_384
export const MAX_USER_LOOKUPS = 50
export const MAX_NAME_LENGTH = 64
/** Code points of a picture's URL, in records and payloads. */
export const MAX_ICON_URL_LENGTH = 2_048

/**
 * The maximum number of elements of each kind in one message. They bound the work before it is done:
 * with all limits reached, a body of 1 MiB takes less than 200 ms on the main thread. A message with
 * more is rejected (413), because readers would miss anything that was left out.
 */
export const MOST = {
  /** Slack allows 100. */
  attachments: 1_000,
  /** Slack allows 50, and 50 in each attachment. */
  blocks: 2_000,
  /** In all attachments and sections together; Slack allows 10 per section. */
  fields: 5_000,
  /** Buttons and menus. Slack allows 25 per block. */
  actions: 1_000,
  /** Choices of all menus and lists together. A single menu keeps 500. */
  options: 10_000,
  /** In all tables together. Slack allows 100 rows of 20. */
  cells: 10_000,
  /** Elements of rich text, contexts, rows of buttons and lists. */
  elements: 10_000,
  /** Names in the `context` that a button sends to its integration. */
  'context members': 1_000,
  /** Lines of rich text that need a mark or a style. */
  lines: 20_000,
  /** Lines of rich text in code style: each becomes a code span. */
  'lines of code': 10_000,
  /** Fields of a form. A payload has 12 members. */
  'form fields': 1_000,
} as const

/** A kind of element that is counted. */
export type Kind = keyof typeof MOST

/**
 * The maximum that is read of one post where it is shown: in all of its texts together, in every form
 * and on our own pages. They are counted before anything is written, because a short text can make a
 * long page: with all limits reached, a post takes less than 100 ms. Anything beyond is shown as text,
 * and the post says so.
 */
export const MOST_SHOWN = {
  /** Texts that are read as Markdown: even a short one takes 0.1 ms. */
  texts: 500,
  /** Characters that are read as Markdown: a whole message, and as much in attachments. */
  characters: 2 * MAX_POST_LENGTH,
  /**
   * Cells of tables, including those that Markdown adds to rows shorter than the first one. Slack's
   * largest table has 100 rows of 20.
   */
  cells: 2_000,
  /** Elements that Markdown makes. Slack's largest table makes 2,103. */
  elements: 2_500,
  /** Characters of Markdown that are converted to plain text: they take up to 30 ms. */
  'plain characters': 100_000,
  /** Lines of texts that are shown as they are; each makes an element of a page. */
  lines: 5_000,
  /** Characters that a page shows as they are, before its reader asks for more: layout costs too. */
  'raw characters': 2 * MAX_POST_LENGTH,
} as const

/** The name of a format. */
export const MAX_FORMAT_NAME_LENGTH = 32

/** Names in `events` and in `except`, and the length of each. */
export const MAX_EVENTS = 50
export const MAX_EVENT_LENGTH = 128

/** Addresses and networks in `allowed_addresses`, and the length of each. */
export const MAX_NETWORKS = 50
export const MAX_NETWORK_LENGTH = 64

/** What `expect_every` may be, in seconds: a minute to 31 days. */
export const LEAST_EXPECTED = 60
export const MOST_EXPECTED = 31 * 86_400

/** Rules of a webhook, tests of each, values of each test, and characters of each value and name. */
export const MAX_RULES = 20
export const MAX_RULE_TESTS = 20
export const MAX_TEST_VALUES = 50
export const MAX_TEST_LENGTH = 256
/** Characters of all rules of a webhook as JSON: each is compared with every event. */
export const MAX_RULES_LENGTH = 20_000

/** Code points of a slot of a template. All of them together have at most 4 KiB, which its fault says. */
export const MAX_TEMPLATE_LENGTH = 4_096
/** Rows of a template's table: as many as an embed of Discord has. */
export const MAX_TEMPLATE_FIELDS = 25

/** Links, mentions and pieces of code in all texts of a message; further ones are left as written. */
export const MAX_TEXT_NODES = 20_000
/** Runs of backticks next to code fences, in all texts; beyond that, fences are left as written. */
export const MAX_FENCE_RUNS = 20_000
/** Bytes of the headers of one part of a multipart form; Node has the same limit for a request. */
export const MAX_PART_HEADER = 16_384
/** Numbers that JavaScript would round and that are kept as sent; others may be rounded, with a warning. */
export const MAX_WRITTEN_NUMBERS = 10_000
/** Choices that one menu keeps. Slack allows 100. */
export const MAX_OPTIONS = 500
export const MAX_WARNINGS = 100
/** Lines of the debug log that are kept, and the most on a page. */
export const DEBUG_LOG_LINES = 1_000
/** Characters of most texts in the log of requests, so that its filters accept what it shows. */
export const MAX_LOGGED_TEXT = 200
/** Bytes or characters of a body that the debug log shows. */
export const MAX_BODY_SHOWN = 1_000
/** How long an idempotency key is kept, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * 3600 * 1000

/** How long an incident is remembered after its last event, in milliseconds. */
export const INCIDENT_LIFETIME = 7 * 24 * 3600 * 1000

/** How long after it was closed an incident may open again in the same post, in milliseconds. */
export const REOPEN_WITHIN = 60 * 60 * 1000

/** Characters of a dotted path to the name of an incident. */
export const MAX_INCIDENT_PATH_LENGTH = 128

/** Incidents of one webhook that are kept at least, the latest. Stores may delete older ones. */
export const MAX_INCIDENTS = 10_000
/** Changes of state that are kept of an incident: the first, and the latest others. */
export const MAX_INCIDENT_CHANGES = 50
/** Alerts of an incident that are known apart; of more, only the times say whether a report is late. */
export const MAX_INCIDENT_ALERTS = 200
/**
 * Characters of JSON that the idempotency records of one webhook may take; beyond that, the oldest are
 * dropped. A typical record has 250 characters, so with one request every 1.5 seconds all keys are
 * kept for 24 hours. Without a limit, one webhook could fill gigabytes per day with warnings.
 */
export const MAX_IDEMPOTENCY_LENGTH = 16 * 1024 * 1024

/** How long a request waits for its turn, in milliseconds, unless its senders wait less. */
export const PATIENCE = 8_000

/** Bytes of a request to preview another one, as JSON; of a user, also within a second. */
export const MAX_PREVIEW = 2_097_152
/** Previews of a user within a second. */
export const MAX_PREVIEWS = 10
/** Previews that a process makes at the same time: each may take as long as a message of the largest size. */
export const MOST_PREVIEWING = 2

/** Requests of the log that one call sends again: each waits for the one before it. */
export const MOST_REPLAYED = 100

/** What was sent is kept up to this size, in bytes. */
export const MAX_KEPT_BODY = 262_144
/** Characters of what was sent that are kept of all requests of a webhook. */
export const MAX_KEPT_OF_WEBHOOK = 10_485_760
/** Characters of what was sent that are kept in memory. */
export const MAX_KEPT_IN_MEMORY = 33_554_432
/** Characters of what was sent that are kept in a store. */
export const MAX_KEPT_IN_STORE = 1_073_741_824
