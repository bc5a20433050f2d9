import { partOf } from '../model/fields.js'
import { objectOf, TEXT } from '../model/json-schema.js'
import { type Check, memberOf, type SentValue } from '../model/sent.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  CALLER_NAMES,
  type CallerName,
  type CallerValues,
} from '../model/webhook-fields.js'
import type { VerificationInput } from '../model/verification-fields.js'
import * as check from './checks.js'
import { checksOf } from './field-checks.js'
import { SETTINGS_PATCH } from './settings.js'
import { VERIFICATION } from './verification-input.js'

const MAX_OVERLAP_SECONDS = 86_400
const MAX_TEST_TEXT = 4_000
const MAX_KEY = 256
const FIELDS: CallerFields = CALLER_FIELDS

/** The requested webhook. Absent fields keep their values; absent ids are `''`. */
export interface WebhookInput extends Partial<CallerValues> {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly channelId: string
  /** Null: senders need not sign. Absent: as before. */
  readonly verification?: VerificationInput | null
}

const id = check.matching(/^[^\x00-\x1f\x7f-\x9f]{1,128}$/u, 'expected an id')
const optionalId = check.optional(check.orEmpty(id), '')
const PLACE = { id: optionalId, teamId: optionalId, userId: optionalId, channelId: id }
const place = check.object(PLACE)
const verification = check.optional(VERIFICATION, null)
const values = checksOf<CallerValues>(CALLER_FIELDS)
const overlap = check.optional(check.wholeNumber(0, MAX_OVERLAP_SECONDS), 0)
const testText = check.text({ most: MAX_TEST_TEXT, clean: check.trimmed })
const key = check.text({ most: MAX_KEY, ifEmpty: 'expected a key' })

export const WEBHOOK_SCHEMAS = check.memberSchemas({ ...PLACE, verification, ...values })

/** A whole webhook: what is absent has its default, unless it is a field that keeps its value. */
const webhook: Check<WebhookInput> = {
  schema: objectOf(WEBHOOK_SCHEMAS),
  read: (sent) => ({
    ...place.read(sent),
    ...readFields(sent, (name) => FIELDS[name].absentKeeps === true),
  }),
}

/** Changes of a webhook: whatever is absent keeps its value. */
export function readChanges(sent: SentValue): WebhookInput {
  const channel = memberOf(sent, 'channelId')
  const channelId = channel.value === undefined ? '' : id.read(channel)
  return { id: '', teamId: '', userId: '', channelId, ...readFields(sent, () => true) }
}

function readFields(
  sent: SentValue,
  isKept: (name: CallerName) => boolean,
): Pick<WebhookInput, CallerName | 'verification'> {
  return {
    ...check.readGiven({ verification }, sent),
    ...partOf<CallerValues>(CALLER_NAMES, (name) => {
      const given = memberOf(sent, name, FIELDS[name].error)
      return given.value === undefined && isKept(name) ? undefined : values[name].read(given)
    }),
  }
}

/** Bodies of requests, by their names in the tables of routes; what is read of each. */
export const BODIES = {
  webhook,
  /** For how many seconds the old key or secret stays valid. */
  regenerate: check.only('overlapSeconds', overlap),
  /** The leaked key. Its shape is not checked here. */
  revoke: check.only('key', key),
  /** The text of a test message; `''` if there is none. */
  test: check.only('text', check.optional(testText, '')),
  settings: SETTINGS_PATCH,
  /** The chosen option; `''` if there is none. */
  press: check.only('selectedOption', check.optional(check.TEXT, '')),
  login: {
    schema: objectOf({
      login_id: { ...TEXT, minLength: 1, description: 'The username or the e-mail address.' },
      password: { ...TEXT, minLength: 1 },
    }),
    read: (sent: SentValue) => ({
      loginId: memberOf(sent, 'loginId').value,
      password: memberOf(sent, 'password').value,
    }),
  },
}
