import type { HostMistake } from '../../../lib/host/host-mistakes.js'

/** What docs/errors.md adds to the two parts of a log message. */
export interface LogCodeTexts {
  readonly symptom?: string
  readonly fix?: string
}

const PREVIOUS_SECRET = 'The option is then `secret: [current, previous]`.'

/** Only the codes to which there is something to add. */
export const LOG_CODE_TEXTS: Readonly<Partial<Record<HostMistake, LogCodeTexts>>> = {
  EIW_UNKNOWN_OPTION: { symptom: 'Also members of `limits`.' },
  EIW_BODY_PARSED_AS_FORM: { symptom: 'The sender gets a 400.' },
  EIW_BODY_CONSUMED: { symptom: 'The sender gets a 400.' },
  EIW_BODY_LIMIT: { symptom: 'The sender gets a 413.' },
  EIW_PARSER_FAILED: { symptom: 'The body is read anyway if the parser kept the text.' },
  EIW_FORWARDED_WITHOUT_TRUST: { fix: 'Its value is the number of proxies.' },
  EIW_ORIGIN: {
    symptom: 'To browsers, `http://localhost` and `http://127.0.0.1` are two origins.',
  },
  EIW_KEY_DIGEST_MISMATCH: { symptom: 'The sender gets a 404.' },
  EIW_ADAPTER_MEMBER: {
    symptom:
      'A channel of an unknown type counts as not direct, a `deleteAt` that is a `Date` or a string as deleted.',
  },
  EIW_FIELD_NOT_STORED: {
    symptom: 'A new webhook is deleted again.',
    fix: 'Tables of 0.9 need [the column `more`](writing-adapters.md#tables).',
  },
  EIW_OTHER_SECRET: { symptom: 'The webhook works.', fix: PREVIOUS_SECRET },
  EIW_SENDER_SECRET: { symptom: 'They get a 401.', fix: PREVIOUS_SECRET },
  EIW_SIGNED_BODY_PARSED: {
    symptom: 'They get a 401.',
    fix: 'See [Behind a body parser](signatures.md#behind-a-body-parser).',
  },
  EIW_CLOCK_DIFFERS: { symptom: 'A line at level `info` follows when they agree.' },
  EIW_DATABASE_FAILS: {
    symptom: 'This line has the level `error`. When it stores again, one at level `info` follows.',
  },
  EIW_NEWER_DATABASE: {
    symptom: 'This version works on unless one of their names ends in `-breaking`.',
  },
  EIW_NOT_BOOLEAN: { fix: '`User.admin` may also be `null` or `undefined`.' },
}
