import type { HostMistake } from '../../../lib/host/host-mistakes.js'

/** What docs/errors.md adds to the cause. */
export const LOG_CODE_TEXTS: Readonly<Partial<Record<HostMistake, string>>> = {
  EIW_PARSER_FAILED: 'It is read anyway if the parser kept the text.',
  EIW_KEY_DIGEST_MISMATCH: 'The sender gets a 404.',
  EIW_ADAPTER_TIMEOUT: 'See [Timeouts](options.md#timeouts).',
  EIW_ADAPTER_MEMBER:
    'An unknown `type` of a channel counts as not direct, a `Date` or string in `deleteAt` as deleted.',
  EIW_FIELD_NOT_STORED: 'Tables of 0.9 need [the column `more`](../CHANGELOG.md#databases).',
  EIW_OTHER_SECRET: 'The webhook works, but its URL cannot be shown.',
  EIW_SIGNED_BODY_PARSED: 'See [what helps](signatures.md#behind-a-body-parser).',
  EIW_CLOCK_DIFFERS: 'At level `info`: they agree again.',
  EIW_DATABASE_FAILS: 'Level `error`; at level `info`: it stores again.',
  EIW_NEWER_DATABASE: 'This version works on unless one of their names ends in `-breaking`.',
  EIW_NOT_BOOLEAN: '`User.admin` may also be `null` or `undefined`.',
}
