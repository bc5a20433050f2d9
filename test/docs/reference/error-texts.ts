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
  readonly when: string
  readonly whatToDo: string
}

const delivery = of('deliveries')
const management = of('management')
const button = of('message buttons')
const signIn = of('sign-in')

export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorTexts>> = {
  payload_unparsable: delivery(
    `The body is not valid JSON or a readable form, a known field has the wrong type, or \`props\` exceeds ${MAX_OWN_PROPS_BYTES / 1024} KiB.`,
    'See `detailed_error`. If it names a body parser, the operator mounts the hooks router before it.',
  ),
  format_unknown: delivery(
    'The URL ends with an unknown format name.',
    '`detailed_error` lists the names; without one, the format is detected.',
  ),
  no_text: delivery(
    "The payload has no text, attachment or block, or with `show: 'text'` or `'markdown'` nothing that can be shown.",
    'Set `text`, send nested JSON as the body itself, or end the URL with `/json` to [show any JSON](formats.md#any-json). `detailed_error` says what the body looks like.',
  ),
  webhook_unknown: delivery(
    'The key is unknown, mistyped, deleted, disabled, expired or replaced.',
    "Use the complete URL. Owner: the webhook's log of requests shows those with a disabled or expired key.",
  ),
  signature_invalid: delivery(
    'The senders of the webhook [sign](signatures.md), and the signature or its time is missing, wrong or too old.',
    "Use the webhook's secret; set the clock. Owner: set the secret again. Operator: see `EIW_SIGNED_BODY_PARSED` and `EIW_SENDER_SECRET`.",
  ),
  address_refused: delivery(
    'The address is not in the `allowed_addresses` of the webhook.',
    'Owner: add the address from the log of requests. Operator: behind a proxy, set `trust proxy`.',
  ),
  post_not_found: delivery(
    'The [post](incidents.md#receipts-and-changing-posts-by-their-id) to change does not exist, is of another webhook, or is in a channel that the owner cannot read.',
    'Use the id from the receipt of the same webhook.',
  ),
  channel_not_found: delivery(
    '`channel` does not exist, is archived, or cannot be read by the owner. Also a pair with an unknown user, or without the owner while `RestrictDirectMessagesToCreator` is on.',
    'Correct `channel`, the name in the URL of the channel, or omit it. Owner: join the channel.',
  ),
  user_not_found: delivery(
    'There is no user `@username` as in `channel`, or the chat has no direct messages.',
    'Correct it.',
  ),
  channel_locked: delivery(
    'The webhook is locked to its own channel, and the payload names another.',
    'Omit `channel`. Owner: turn off the lock.',
  ),
  channel_not_permitted: delivery(
    "The owner is deactivated, or cannot read the webhook's own channel.",
    'Owner: restore the access, or choose another channel. Administrator: choose another owner.',
  ),
  invalid_param: delivery(
    '`type`, `priority`, `root_id`, `Idempotency-Key`, `Correlation-Key` or `Correlation-State` has an invalid value.',
    'Correct it, as `detailed_error` says.',
  ),
  props_too_long: delivery(
    'One attachment is too large for a post, and cannot be shortened.',
    'Send fewer or shorter fields.',
  ),
  idempotency_running: delivery(
    'The first request with this `Idempotency-Key` has been running for 5 s.',
    'Retry after 1 s.',
  ),
  idempotency_mismatch: delivery(
    'This `Idempotency-Key` was used with another body.',
    'Use a new key for each message, and the same only for retries.',
  ),
  method_not_allowed: delivery(
    'The method is not `POST`. Also other methods for posts whose webhook checks [signatures](signatures.md#what-a-signature-covers).',
    'Send a `POST` to the final URL: redirects can turn it into a `GET`.',
  ),
  body_timeout: delivery(
    'The body took more than 10 s, or arrived too slowly under overload.',
    'Retry.',
  ),
  body_too_large: delivery(
    `The body exceeds \`bodyLimit\`, or the message has too many elements of a kind, or needs more than ${MAX_PARTS} posts.`,
    'Send less; `detailed_error` names the limit. Operator: raise `bodyLimit`, or the limit of a body parser before the router.',
  ),
  unsupported_encoding: delivery(
    '`Content-Encoding` is not `identity`, `gzip`, `deflate` or `br`, the compressed body is damaged, or the charset is unknown.',
    'Send UTF-8, uncompressed or with gzip.',
  ),
  rate_limited: delivery(
    'More messages arrive than the rate limit of the webhook allows, or too many requests are read, or the address has sent too many unknown keys or wrong signatures.',
    'Retry after `Retry-After`; send several lines in one message. Administrator: set `rate_limit`. Operator: behind a proxy, set `trust proxy`.',
  ),
  rate_limited_for_now: delivery(
    'As `rate_limited`, with `limits.refuseWith: 503`.',
    'As `rate_limited`.',
  ),
  webhooks_disabled: delivery('`EnableIncomingWebhooks` is off.', 'Administrator: turn it on.'),
  storage_unavailable: delivery(
    'Too many requests are in progress, or an adapter was too slow or threw this error. Nothing was stored.',
    'Retry after `Retry-After`. Operator: check the database, and the log for `EIW_ADAPTER_TIMEOUT`.',
  ),
  storage_timeout: delivery(
    'An adapter that stores exceeded `adapterTimeout`, or lost its database during the commit. The outcome is unknown.',
    'Retry with the same `Idempotency-Key`; without one, a retry may post twice. Operator: find out why the store hangs.',
  ),
  invalid_body: management(
    'The body is not a JSON object, or a field is missing or invalid; `message` names it.',
    'Correct it, as `detailed_error` says.',
  ),
  display_name_invalid: management(
    `\`display_name\` is empty or has more than ${MAX_DISPLAY_NAME_LENGTH} characters.`,
    'Correct it.',
  ),
  description_invalid: management(
    `\`description\` has more than ${MAX_DESCRIPTION_LENGTH} characters.`,
    'Shorten it.',
  ),
  icon_url_invalid: management(
    `\`icon_url\` is not an http or https URL, or has more than ${figure(MAX_ICON_URL_LENGTH)} characters.`,
    'Correct it.',
  ),
  session_expired: management(
    'There is no valid bearer token, or `currentUser` returned no active user.',
    'Sign in again.',
  ),
  not_permitted: management(
    'The caller lacks a right, the owner cannot read the channel, or a call with cookies came from another site.',
    'See `detailed_error`. Ask an administrator, or add the origin to `trustedOrigins`.',
  ),
  slug_taken: management(
    'Another webhook of the team has the slug, maybe one that the caller cannot see.',
    'Choose another slug, or change that webhook.',
  ),
  delivery_not_found: management(
    'The log has no such request, or nothing of it is kept to preview or send again.',
    'List the requests again.',
  ),
  delivery_delivered: management(
    'The request, or another one with the same content, was accepted.',
    'Send `"again": true` to post it once more.',
  ),
  webhook_not_found: management(
    'There is no such webhook, or the caller may not manage it.',
    'Check the `id`; it is not the key.',
  ),
  field_not_stored: management(
    'The store does not keep a field that was set. A new webhook is not created; of a change, other fields may be stored.',
    'Omit the field. Operator: look for `EIW_FIELD_NOT_STORED` in the log.',
  ),
  channel_missing: management(
    '`channel_id` does not exist, is archived, or cannot be read by the caller.',
    'Choose one from `GET /api/v4/hooks/incoming/channels`.',
  ),
  user_missing: management(
    '`user_id`, or the user id given to `webhooks.manage`, is not an active user.',
    'Correct it.',
  ),
  not_found: management(
    'There is no such [path](management-api.md#routes), or it lists users and the adapters do not.',
    'Correct it.',
  ),
  precondition_failed: management(
    'Somebody else has changed the record since it was read.',
    'Read it again, and repeat the change.',
  ),
  action_not_found: button('The post has no such button.', 'Reload the post.'),
  action_failed: button(
    'The call to the integration failed, its response is unusable, or the button or its webhook is disabled.',
    'Owner: check the integration. Operator: the debug log has the reason; an internal host must be in `allowedIntegrationHosts`.',
  ),
  post_missing: button('The user can read no such post.', 'None.'),
  password_blank: signIn('`password` is missing or empty.', 'Send a password.'),
  sign_in_failed: signIn(
    'The user is unknown or deactivated, or the password is wrong.',
    `Try again. After ${DEFAULT_SIGN_IN_LIMIT.failures} failures in ${DEFAULT_SIGN_IN_LIMIT.seconds / 60} minutes, the response is 429.`,
  ),
}

function of(group: ErrorGroup): (when: string, whatToDo: string) => ErrorTexts {
  return (when, whatToDo) => ({ group, when, whatToDo })
}
