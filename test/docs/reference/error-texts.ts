import { DEFAULT_SIGN_IN_LIMIT } from '../../../lib/auth/throttle.js'
import type { ErrorCode } from '../../../lib/model/errors.js'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_ICON_URL_LENGTH,
  MAX_OWN_PROPS_BYTES,
  MAX_PARTS,
} from '../../../lib/model/limits.js'
import { figure } from './markdown-table.js'

/** The part of docs/errors.md that explains an error. */
export type ErrorGroup = 'deliveries' | 'management' | 'message buttons' | 'sign-in'

/** What docs/errors.md says of an error, beside its row in the table of the library. */
export interface ErrorTexts {
  readonly group: ErrorGroup
  /** `''` if the message says all. */
  readonly when: string
  /** `''` if the cause says all. */
  readonly whatToDo: string
}

const delivery = of('deliveries')
const management = of('management')
const button = of('message buttons')
const signIn = of('sign-in')

export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorTexts>> = {
  payload_unparsable: delivery(
    `The body is not valid JSON or a form, a known field has the wrong type, or \`props\` exceeds ${MAX_OWN_PROPS_BYTES / 1024} KiB.`,
    'Operator: mount the hooks router before a body parser that `detailed_error` names.',
  ),
  format_unknown: delivery(
    'The URL ends with an unknown format name.',
    'Use one that `detailed_error` lists, or none.',
  ),
  no_text: delivery(
    'There is no text, attachment or block, or none that [`show`](rendering.md#store-posts-as-a-single-string) can show.',
    'Set `text`, send nested JSON as the body itself, or [show any JSON](formats.md#any-json).',
  ),
  webhook_unknown: delivery(
    'The key is mistyped, deleted, disabled, expired or replaced.',
    'Use the complete URL. Owner: the log of requests shows those with a disabled or expired key.',
  ),
  signature_invalid: delivery(
    'The required [signature](signatures.md), or its time, is missing, wrong or too old.',
    "Use the webhook's secret; set the clock. Owner: set the secret again. Operator: see `EIW_SIGNED_BODY_PARSED` and `EIW_SENDER_SECRET`.",
  ),
  address_refused: delivery(
    'The address is not in `allowed_addresses`.',
    'Owner: add the address from the log of requests. Operator: behind a proxy, set `trust proxy`.',
  ),
  post_not_found: delivery(
    'The [post](incidents.md#receipts-and-changing-posts-by-their-id) to change does not exist, is of another webhook, or cannot be read by the owner.',
    'Use the id from the receipt.',
  ),
  channel_not_found: delivery(
    '`channel` does not exist, is archived, or cannot be read by the owner. Or `RestrictDirectMessagesToCreator` is on, and a pair lacks the owner.',
    "Use the name in the channel's URL, or none. Owner: join it.",
  ),
  user_not_found: delivery('There is no such `@username`, or the chat has no direct messages.'),
  channel_locked: delivery(
    'The payload names another channel, and the webhook is locked.',
    'Omit `channel`. Owner: turn off the lock.',
  ),
  channel_not_permitted: delivery(
    "The owner is deactivated, or cannot read the webhook's own channel.",
    'Owner: restore the access, or choose another channel. Administrator: choose another owner.',
  ),
  invalid_param: delivery(
    '`type`, `priority`, `root_id`, `Idempotency-Key`, `Correlation-Key` or `Correlation-State` has an invalid value.',
  ),
  props_too_long: delivery(
    'An attachment is too large for a post, and cannot be shortened.',
    'Send fewer or shorter fields.',
  ),
  idempotency_running: delivery('It has been running for 5 s.', 'Retry.'),
  idempotency_mismatch: delivery('', 'Use a new `Idempotency-Key` for each message.'),
  method_not_allowed: delivery(
    'The method is not `POST`, or changes a post although the webhook checks [signatures](signatures.md#what-a-signature-covers).',
    'Send a `POST` to the final URL: a redirect can make it a `GET`.',
  ),
  body_timeout: delivery(
    'The body took more than 10 s, or arrived too slowly under overload.',
    'Retry.',
  ),
  body_too_large: delivery(
    `The body exceeds \`bodyLimit\`, or the message has too many elements of a kind or needs over ${MAX_PARTS} posts.`,
    'Operator: raise `bodyLimit`, or the limit of a body parser before the router.',
  ),
  unsupported_encoding: delivery(
    'The charset or `Content-Encoding` is unknown, or the compressed body is damaged.',
    'Send UTF-8, uncompressed or with `gzip`, `deflate` or `br`.',
  ),
  rate_limited: delivery(
    'The webhook gets too many messages or requests, or the address has sent too many unknown keys or wrong signatures.',
    'Combine messages. Administrator: set `rate_limit`. Operator: behind a proxy, set `trust proxy`.',
  ),
  rate_limited_for_now: delivery('As `rate_limited`, with `limits.refuseWith: 503`.'),
  webhooks_disabled: delivery('`EnableIncomingWebhooks` is off.', 'Administrator: turn it on.'),
  storage_unavailable: delivery(
    'Too many requests are in progress, or an adapter was too slow or threw this error. Nothing was stored.',
    'Retry. Operator: check the database, and the log for `EIW_ADAPTER_TIMEOUT`.',
  ),
  storage_timeout: delivery(
    'An adapter that stores exceeded `adapterTimeout`, or lost its database during the commit.',
    'Retry with the same `Idempotency-Key`; without one, it may post twice.',
  ),
  invalid_body: management('The body is not a JSON object, or the field is missing or invalid.'),
  display_name_invalid: management(
    `It is empty or has more than ${MAX_DISPLAY_NAME_LENGTH} characters.`,
  ),
  description_invalid: management(`It has more than ${MAX_DESCRIPTION_LENGTH} characters.`),
  icon_url_invalid: management(
    `It is not an http or https URL, or has more than ${figure(MAX_ICON_URL_LENGTH)} characters.`,
  ),
  session_expired: management('No valid bearer token, or no active user from `currentUser`.'),
  not_permitted: management(
    'The caller lacks a right, the owner cannot read the channel, or a call with cookies came from another site.',
    'Ask an administrator, or add the origin to `trustedOrigins`.',
  ),
  slug_taken: management(
    'A webhook of the team has the slug, maybe one that the caller cannot see.',
    '',
  ),
  delivery_not_found: management(
    'The log has no such request, or no longer what was sent.',
    'List the requests again.',
  ),
  delivery_delivered: management(
    'It, or another with the same content, was accepted.',
    '`"again": true` posts it once more.',
  ),
  webhook_not_found: management(
    'It does not exist, or the caller may not manage it.',
    'Check the `id`; it is not the key.',
  ),
  field_not_stored: management(
    'A new webhook is not created; of a change, other fields may be stored.',
    'Omit the field. Operator: look for `EIW_FIELD_NOT_STORED` in the log.',
  ),
  channel_missing: management(
    '`channel_id` does not exist, is archived, or cannot be read by the caller.',
    'Choose one of `GET /api/v4/hooks/incoming/channels`.',
  ),
  user_missing: management(
    '`user_id`, or the user id given to `webhooks.manage`, is not an active user.',
  ),
  not_found: management(
    'There is no such [path](management-api.md#routes), or it lists users and the adapters do not.',
  ),
  precondition_failed: management('', 'Read it again, and repeat the change.'),
  action_not_found: button('The post has no such button.', 'Reload it.'),
  action_failed: button(
    'The call failed, its response is unusable, or the button or its webhook is disabled.',
    'Owner: check the integration. Operator: the debug log has the reason; an internal host must be in `allowedIntegrationHosts`.',
  ),
  post_missing: button('The user can read no such post.'),
  password_blank: signIn(''),
  sign_in_failed: signIn(
    'The user is unknown or deactivated, or the password wrong.',
    `After ${DEFAULT_SIGN_IN_LIMIT.failures} failures in ${DEFAULT_SIGN_IN_LIMIT.seconds / 60} minutes, the response is 429.`,
  ),
}

function of(group: ErrorGroup): (when: string, whatToDo?: string) => ErrorTexts {
  return (when, whatToDo = '') => ({ group, when, whatToDo })
}
