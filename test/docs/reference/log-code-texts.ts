import type { HostMistake } from '../../../lib/host/host-mistakes.js'

/** What docs/errors.md adds to the cause. */
export const LOG_CODE_TEXTS: Readonly<Partial<Record<HostMistake, string>>> = {
  EIW_PARSER_FAILED: 'It is read anyway if the parser kept the text.',
  EIW_KEY_DIGEST_MISMATCH: 'The sender gets a 404.',
  EIW_ADAPTER_TIMEOUT: 'Requests that need its result get 503 or 504.',
  EIW_ADAPTER_MEMBER:
    'A channel of an unknown type counts as not direct, a `deleteAt` that is a `Date` or a string as deleted.',
  EIW_FIELD_NOT_STORED:
    'A new webhook is deleted again. Tables of 0.9 need [the column `more`](writing-adapters.md#tables).',
  EIW_OTHER_SECRET: 'The webhook works, but its URL cannot be shown.',
  EIW_SIGNED_BODY_PARSED: 'See [Behind a body parser](signatures.md#behind-a-body-parser).',
  EIW_CLOCK_DIFFERS: 'A line at level `info` follows when they agree.',
  EIW_DATABASE_FAILS: 'Level `error`; a line at level `info` follows when it stores again.',
  EIW_NEWER_DATABASE: 'This version works on unless one of their names ends in `-breaking`.',
  EIW_NOT_BOOLEAN: '`User.admin` may also be `null` or `undefined`.',
}
