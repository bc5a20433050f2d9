import { initialValues, recordOf } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'
import { errorAt } from '../model/sent.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  CALLER_NAMES,
  type CallerName,
  type CallerValues,
} from '../model/webhook-fields.js'
import { KEY_BYTES, keyDigest, keyHint, makeKey } from '../rules/keys.js'
import { fieldRefusal } from '../rules/permissions.js'
import type { WebhookInput } from './bodies.js'
import type { Caller } from './caller.js'
import { ONLY_ADMINISTRATORS } from './choices.js'
import type { KeyCipher } from './keys.js'

const FIELDS: CallerFields = CALLER_FIELDS
const INITIAL: CallerValues = initialValues(CALLER_FIELDS)

/** The caller's fields of a new record. */
export function newFields(caller: Caller, input: WebhookInput, now: number): CallerValues {
  return acceptedFields(caller, INITIAL, input, now)
}

/** The caller's fields of a record after a full replacement. */
export function replacedFields(
  caller: Caller,
  webhook: IncomingWebhook,
  input: WebhookInput,
  now: number,
): CallerValues {
  if (input.id !== '' && input.id !== webhook.id) {
    throw errorAt(caller.spell, 'id', 'not the id in the URL')
  }
  if (input.teamId !== '' && input.teamId !== webhook.teamId) {
    throw errorAt(caller.spell, 'teamId', 'a webhook cannot move to another team')
  }
  return acceptedFields(caller, webhook, input, now)
}

/** Omitted fields, and fields that the settings or the caller's rights exclude, keep their values. */
function acceptedFields(
  { user, settings, spell }: Caller,
  before: CallerValues,
  given: Partial<CallerValues>,
  now: number,
): CallerValues {
  for (const name of CALLER_NAMES) {
    // Others already have the default.
    const asked = given[name] !== undefined && given[name] !== FIELDS[name].initial
    const refusal = asked ? fieldRefusal(user, FIELDS[name]) : null
    if (refusal) throw errorAt(spell, name, ONLY_ADMINISTRATORS, refusal)
  }
  const accepted = <Name extends CallerName>(name: Name): CallerValues[Name] => {
    const { allowedBy } = FIELDS[name]
    const isAllowed = !allowedBy || settings[allowedBy]
    const value = given[name]
    if (value === undefined || !isAllowed || fieldRefusal(user, FIELDS[name])) return before[name]
    // A client may send a record back unchanged after its expiry has passed.
    if (value !== before[name] && isPast(name, value, now)) {
      throw errorAt(spell, name, 'expected 0 or a time in the future, in milliseconds since 1970')
    }
    return value
  }
  return recordOf<CallerValues>(CALLER_NAMES, accepted)
}

function isPast(name: CallerName, value: unknown, now: number): boolean {
  return FIELDS[name].kind === 'time' && typeof value === 'number' && value !== 0 && value <= now
}

/** A new key, in the three forms that a record stores. */
export function newKey(
  { cipher, random }: { readonly cipher: KeyCipher; readonly random: (size: number) => Uint8Array },
  webhookId: string,
): Pick<IncomingWebhook, 'keyDigest' | 'keyCipher' | 'keyHint'> {
  const key = makeKey(random(KEY_BYTES))
  return {
    keyDigest: keyDigest(key),
    keyCipher: cipher.seal(key, webhookId),
    keyHint: keyHint(key),
  }
}
