import type { HostMistake } from '../../../lib/host/host-mistakes.js'

const PREVIOUS_SECRET = 'The option for both secrets is `secret: [current, previous]`.'

/** What docs/errors.md adds to the cause in a log message. */
export const LOG_CODE_TEXTS: Readonly<Partial<Record<HostMistake, string>>> = {
  EIW_UNKNOWN_OPTION: 'Also members of `limits`.',
  EIW_BODY_PARSED_AS_FORM: 'The sender gets a 400.',
  EIW_BODY_CONSUMED: 'The sender gets a 400.',
  EIW_BODY_LIMIT: 'The sender gets a 413.',
  EIW_PARSER_FAILED: 'The body is read anyway if the parser kept the text.',
  EIW_FORWARDED_WITHOUT_TRUST: 'The value of `trust proxy` is the number of proxies.',
  EIW_ORIGIN: 'To browsers, `http://localhost` and `http://127.0.0.1` are two origins.',
  EIW_KEY_DIGEST_MISMATCH: 'The sender gets a 404.',
  EIW_ADAPTER_MEMBER:
    'A channel of an unknown type counts as not direct, a `deleteAt` that is a `Date` or a string as deleted.',
  EIW_FIELD_NOT_STORED:
    'A new webhook is deleted again. Tables of 0.9 need [the column `more`](writing-adapters.md#tables).',
  EIW_OTHER_SECRET: `The webhook works. ${PREVIOUS_SECRET}`,
  EIW_SENDER_SECRET: `They get a 401. ${PREVIOUS_SECRET}`,
  EIW_SIGNED_BODY_PARSED:
    'They get a 401. See [Behind a body parser](signatures.md#behind-a-body-parser).',
  EIW_CLOCK_DIFFERS: 'A line at level `info` follows when they agree.',
  EIW_DATABASE_FAILS:
    'This line has the level `error`. When it stores again, one at level `info` follows.',
  EIW_NEWER_DATABASE: 'This version works on unless one of their names ends in `-breaking`.',
  EIW_NOT_BOOLEAN: '`User.admin` may also be `null` or `undefined`.',
}
