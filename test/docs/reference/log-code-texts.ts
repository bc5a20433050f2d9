import type { HostMistake } from '../../../lib/host/host-mistakes.js'

/** What docs/errors.md adds to the two parts of a log message. */
export interface LogCodeTexts {
  readonly symptom?: string
  readonly fix?: string
}

const PREVIOUS_SECRET = 'The option is then `secret: [current, previous]`.'

export const LOG_CODE_TEXTS: Readonly<Record<HostMistake, LogCodeTexts>> = {
  EIW_UNKNOWN_OPTION: {
    symptom:
      'The same applies to members of `limits`. `optionOf` is the function that takes the option, if it is another one.',
  },
  EIW_BODY_PARSED_AS_FORM: { symptom: 'The sender gets a 400.' },
  EIW_BODY_CONSUMED: { symptom: 'The sender gets a 400.' },
  EIW_BODY_LIMIT: { symptom: 'The sender gets a 413.' },
  EIW_PARSER_FAILED: { symptom: 'The body is read anyway if the parser kept the text.' },
  EIW_FORWARDED_WITHOUT_TRUST: { fix: 'Its value is the number of proxies.' },
  EIW_HOOKS_PATH: {},
  EIW_SITE_URL_MISSING: { symptom: 'The permalinks start with `http://localhost`.' },
  EIW_ORIGIN: {
    symptom: 'To browsers, `http://localhost` and `http://127.0.0.1` are two origins.',
  },
  EIW_SETTINGS_INCOMPLETE: {},
  EIW_KEY_DIGEST_MISMATCH: { symptom: 'The sender gets a 404.' },
  EIW_BATCH_INCOMPLETE: {},
  EIW_FIRST_ID_MISSING: {},
  EIW_USER_ID_PATTERN: {},
  EIW_USERNAME_CASE: {},
  EIW_ADAPTER_TIMEOUT: {},
  EIW_ADAPTER_RESULT: {},
  EIW_NO_TRANSACTIONS: {},
  EIW_ADAPTER_MEMBER: {
    symptom:
      'A channel of an unknown type counts as not direct. A `deleteAt` that is a `Date` or a string counts as deleted.',
  },
  EIW_NO_SIGN_IN: {},
  EIW_FORMAT_RESULT: {
    symptom: '`method` is the function, such as `doorbell.read`; `got` is what it returned.',
  },
  EIW_FORMAT_ANSWER: { symptom: '`got` or `error` says what it did.' },
  EIW_UNDEFINED_OPTION: {},
  EIW_WEBHOOK_FILTER: { symptom: 'Adapters from before this filter existed do this.' },
  EIW_FIELD_NOT_STORED: {
    symptom: 'The fields of the line are `method` and `field`. A new webhook is deleted again.',
    fix: 'Tables of 0.9 that `createSqlStores` uses need [the column `more`](writing-adapters.md#tables).',
  },
  EIW_PERMALINK: { symptom: '`got` or `error` says what it did.' },
  EIW_ON_POSTS_FAILED: {},
  EIW_ON_AUDIT_FAILED: {},
  EIW_ON_SIGNAL_FAILED: {},
  EIW_OTHER_SECRET: { symptom: 'The webhook works.', fix: PREVIOUS_SECRET },
  EIW_SENDER_SECRET: { symptom: 'They get a 401.', fix: PREVIOUS_SECRET },
  EIW_SIGNED_BODY_PARSED: {
    symptom: 'They get a 401.',
    fix: 'See [Behind a body parser](signatures.md#behind-a-body-parser).',
  },
  EIW_CLOCK_DIFFERS: {
    symptom: 'Another line, at level `info`, is logged when they agree.',
  },
  EIW_DATABASE_FAILS: {
    symptom:
      'It is logged once, at level `error`. When it stores again, a line at level `info` has the number ' +
      'of seconds and rejected requests.',
  },
  EIW_NEWER_DATABASE: {
    symptom: 'This version continues to work unless one of their names ends in `-breaking`.',
  },
  EIW_NOT_BOOLEAN: { fix: 'For `User.admin`, `null` and `undefined` are also accepted.' },
}
