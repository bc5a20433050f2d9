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
    'Sender: `detailed_error` gives the position in the JSON or the path of the field. If it names a body parser, the operator must mount the hooks router before it.',
  ),
  format_unknown: delivery(
    'The URL ends with an unknown format name.',
    'Sender: `detailed_error` lists the names; without one, the format is detected.',
  ),
  no_text: delivery(
    "The payload has no text, no attachment with content and no block. With `show: 'text'` or `'markdown'`: the payload has no content that can be shown as text. `detailed_error` names the members of a body that no format reads. If the payload looks like the format of another program, it names that, and what to do.",
    'Sender: set `text`, or end the URL with `/json` to [show any JSON](formats.md#any-json). If the JSON is nested in another field, send the object itself.',
  ),
  webhook_unknown: delivery(
    'The key is unknown, mistyped, deleted, disabled, expired or replaced.',
    "Sender: use the complete URL of the webhook. Owner: the webhook's log of requests show attempts with a disabled or expired key; enable it, extend it or send the new URL.",
  ),
  signature_invalid: delivery(
    "The senders of the webhook [sign](signatures.md), and this request's signature is missing, wrong or in another form, or its time is missing, too far away or not in seconds since 1970. `detailed_error` gives the reason.",
    "Sender: use the webhook's secret; set the clock. Owner: set the secret again. Operator: see `EIW_SIGNED_BODY_PARSED` and `EIW_SENDER_SECRET`.",
  ),
  address_refused: delivery(
    'The webhook takes requests from certain addresses only (`allowed_addresses`), and this one came from another. Its body was not read.',
    'Owner: add the address, which the log of requests shows. Operator: behind a proxy, set `trust proxy`, or every request comes from the proxy.',
  ),
  post_not_found: delivery(
    "`PATCH` or `DELETE` of a [post](incidents.md#receipts-and-changing-posts-by-their-id) that does not exist, is not this webhook's own, or is in a channel that the webhook's owner can no longer read. Also of a message for Discord, which `GET` asks for too.",
    'Use the id from the receipt of the same webhook.',
  ),
  channel_not_found: delivery(
    "`channel` names a channel that does not exist, is archived, or cannot be read by the webhook's owner. All three get the same response. Also a pair of users with an unknown user, or without the owner while `RestrictDirectMessagesToCreator` is on.",
    'Sender: correct `channel`, which is the name in the URL of the channel and not its display name, or omit it. Owner: join the channel, or let a member create the webhook.',
  ),
  user_not_found: delivery(
    '`channel` is `@username` and there is no such user, or the chat has no direct messages.',
    'Sender: correct the username.',
  ),
  channel_locked: delivery(
    'The webhook is locked to its own channel, and the payload names another.',
    'Sender: omit `channel`. Owner: turn off the lock.',
  ),
  channel_not_permitted: delivery(
    "The owner of the webhook is deactivated, or can no longer read the webhook's own channel.",
    'Owner: restore the access, choose another channel, or create the webhook for another user.',
  ),
  invalid_param: delivery(
    '`type`, `priority`, `root_id` or the header `Idempotency-Key`, `Correlation-Key` or `Correlation-State` has an invalid value. The message names it.',
    'Sender: correct it; `detailed_error` gives the reason.',
  ),
  props_too_long: delivery(
    'A single attachment is too large for a post, and its text is too short to shorten.',
    'Sender: send fewer fields or shorter values.',
  ),
  idempotency_running: delivery(
    'The first request with this `Idempotency-Key` has been running for 5 s.',
    'Sender: retry after 1 s.',
  ),
  idempotency_mismatch: delivery(
    'This `Idempotency-Key` was used with a different body.',
    'Sender: use a new key for each message, and the same key only for retries.',
  ),
  method_not_allowed: delivery(
    'The method is not `POST`. Also `GET`, `PATCH` and `DELETE` of a post or message whose webhook checks [signatures](signatures.md#what-a-signature-covers).',
    'Sender: send a `POST`, or what `detailed_error` names. Redirects can turn a `POST` into a `GET`: use the final URL.',
  ),
  body_timeout: delivery(
    'The body did not arrive within 10 s, or arrived too slowly under overload.',
    'Sender: retry.',
  ),
  body_too_large: delivery(
    `The body exceeds \`bodyLimit\`, the message has too many elements of a kind, or it needs more than ${MAX_PARTS} posts.`,
    'Sender: send less; `detailed_error` names the limit. Operator: raise `bodyLimit`, or that of a body parser before the router.',
  ),
  unsupported_encoding: delivery(
    '`Content-Encoding` is not `identity`, `gzip`, `deflate` or `br`, the compressed body is damaged, or the charset is unknown.',
    'Sender: send UTF-8, uncompressed or with gzip.',
  ),
  rate_limited: delivery(
    "More messages came than the webhook's rate limit can serve while they wait in line, more requests than are read, or the address has sent too many unknown keys, wrong signatures or CloudEvents handshakes. `detailed_error` names the limit.",
    "Sender: retry after `Retry-After`, and send several lines in one message. Administrator: set the webhook's `rate_limit`. Operator: behind a proxy, set `trust proxy`.",
  ),
  rate_limited_for_now: delivery(
    'The same as `rate_limited`, for a host with `limits.refuseWith: 503`.',
    'As `rate_limited`.',
  ),
  webhooks_disabled: delivery(
    'The setting `EnableIncomingWebhooks` is off.',
    'Administrator: turn it on.',
  ),
  storage_unavailable: delivery(
    'Too many requests are in progress, or an adapter did not return in time or threw this error. Nothing was stored.',
    'Sender: retry after `Retry-After`. Operator: if it persists, check the database and the log for `EIW_ADAPTER_TIMEOUT`.',
  ),
  storage_timeout: delivery(
    'An adapter that stores did not return within `adapterTimeout`, or lost its database during the commit. The outcome is unknown.',
    'Sender: retry with the same `Idempotency-Key`. Without one, a retry may post twice. Operator: find out why the store hangs.',
  ),
  invalid_body: management(
    'The body is not a JSON object, or a field is missing or has an invalid value. `message` names the field.',
    'Caller: correct it; `detailed_error` gives the reason.',
  ),
  display_name_invalid: management(
    `\`display_name\` is empty or has more than ${MAX_DISPLAY_NAME_LENGTH} characters.`,
    'Caller: correct it.',
  ),
  description_invalid: management(
    `\`description\` has more than ${MAX_DESCRIPTION_LENGTH} characters.`,
    'Caller: shorten it.',
  ),
  icon_url_invalid: management(
    `\`icon_url\` is not an http or https URL, or has more than ${figure(MAX_ICON_URL_LENGTH)} characters.`,
    'Caller: correct it.',
  ),
  session_expired: management(
    'The request has no valid bearer token, or `currentUser` returned no active user.',
    'Caller: sign in again.',
  ),
  not_permitted: management(
    'The caller lacks a right, a field is for administrators only, the owner cannot read the channel, or a call with cookies came from a page of another site.',
    '`detailed_error` names the field or the header. Ask an administrator, or add the origin to `trustedOrigins`.',
  ),
  slug_taken: management(
    'The slug of a new webhook must be unique in its team, also among webhooks that the caller cannot see. Nothing is created.',
    'Choose another slug, or change the webhook that has it.',
  ),
  delivery_not_found: management(
    'The log of the webhook has no request with this `id`, or not any more; or it is to be previewed or sent again, and nothing of it is kept.',
    'List the requests again. `detailed_error` says if nothing is kept.',
  ),
  delivery_delivered: management(
    'The request, or another one with the same content, was accepted, so that sending it again would post it twice.',
    'Caller: send it with `"again": true` if it shall be posted once more.',
  ),
  webhook_not_found: management(
    'There is no such webhook, or the caller may not manage it. Both get the same response.',
    'Caller: check the `id`; it is not the key.',
  ),
  field_not_stored: management(
    "This chat's store does not keep a field that was set. A new webhook is not created; for a change, the other fields may be stored.",
    'Operator: look for `EIW_FIELD_NOT_STORED` in the log. Caller: omit the field.',
  ),
  channel_missing: management(
    '`channel_id` names a channel that does not exist, is archived, or cannot be read by the caller. Also for the incidents of a webhook whose channel the caller can no longer read.',
    'Caller: choose one from `GET /api/v4/hooks/incoming/channels`.',
  ),
  user_missing: management(
    '`user_id`, or the user id given to `webhooks.manage`, is not an active user.',
    'Caller: correct the id.',
  ),
  not_found: management(
    'There is no such path below `/hooks/incoming`, `/config` or `/logs`, or it lists users and the adapters do not.',
    'Caller: see the [management API](management-api.md#routes) for the paths.',
  ),
  precondition_failed: management(
    'Somebody else has changed the record since it was read.',
    'Caller: read it again, reapply the change, and send it.',
  ),
  action_not_found: button(
    'The post has no such button.',
    'Reload the post: an update may have replaced its buttons.',
  ),
  action_failed: button(
    'The call to the integration failed, its response cannot be used, or the button or its webhook is disabled.',
    'Owner: check the integration. Operator: the debug log has the reason. An internal host must be in `allowedIntegrationHosts`.',
  ),
  post_missing: button('The post does not exist in a channel that the user can read.', 'None.'),
  password_blank: signIn('`password` is missing or empty.', 'Caller: send a password.'),
  sign_in_failed: signIn(
    'The user is unknown or deactivated, or the password is wrong. All get the same response.',
    `User: try again. After ${DEFAULT_SIGN_IN_LIMIT.failures} failures in ${DEFAULT_SIGN_IN_LIMIT.seconds / 60} minutes, the response is 429.`,
  ),
}

function of(group: ErrorGroup): (when: string, whatToDo: string) => ErrorTexts {
  return (when, whatToDo) => ({ group, when, whatToDo })
}
