export interface ErrorEntry {
  readonly status: number
  readonly id: string
  /** `{name}` is filled from the error's `params`. */
  readonly message: string
  /** Default `detail` for the sender. */
  readonly detail: string
}

/** The errors of requests to webhooks, which the console knows too. */
export const DELIVERY_ERRORS = {
  payload_unparsable: entry(
    400,
    'model.incoming_hook.parse_data.app_error',
    'Unable to parse incoming data',
  ),
  format_unknown: entry(404, 'web.incoming_webhook.format.app_error', 'Unknown format'),
  no_text: entry(400, 'web.incoming_webhook.text.app_error', 'No text specified'),
  webhook_unknown: entry(404, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook'),
  signature_invalid: entry(401, 'web.incoming_webhook.signature.app_error', 'Invalid signature'),
  address_refused: entry(
    403,
    'web.incoming_webhook.address.app_error',
    'Requests from this address are not accepted',
  ),
  post_not_found: entry(
    404,
    'web.incoming_webhook.post.app_error',
    "Couldn't find the post",
    'posts of this webhook only',
  ),
  channel_not_found: entry(
    404,
    'web.incoming_webhook.channel.app_error',
    "Couldn't find the channel",
  ),
  user_not_found: entry(400, 'web.incoming_webhook.user.app_error', "Couldn't find the user"),
  channel_locked: entry(
    403,
    'web.incoming_webhook.channel_locked.app_error',
    'This webhook is not permitted to post to the requested channel',
  ),
  channel_not_permitted: entry(
    403,
    'web.incoming_webhook.permissions.app_error',
    'Inappropriate channel permissions',
  ),
  invalid_param: entry(400, 'api.context.invalid_param.app_error', 'Invalid {name} parameter'),
  props_too_long: entry(
    400,
    'web.incoming_webhook.split_props_length.app_error',
    'Unable to split webhook props into {Max} character parts',
  ),
  idempotency_running: entry(
    409,
    'web.incoming_webhook.idempotency.app_error',
    'the first request with this key is still running',
  ),
  idempotency_mismatch: entry(
    422,
    'web.incoming_webhook.idempotency.app_error',
    'the key was used with another body',
  ),
  method_not_allowed: entry(405, 'api.context.method_not_allowed.app_error', 'Method not allowed'),
  body_timeout: entry(408, 'api.context.request_timeout.app_error', 'Request timeout'),
  body_too_large: entry(
    413,
    'api.context.request_body_too_large.app_error',
    'Request body too large',
  ),
  unsupported_encoding: entry(
    415,
    'api.context.unsupported_encoding.app_error',
    'Unsupported encoding',
  ),
  rate_limited: entry(429, 'api.context.rate_limit.app_error', 'Too many requests'),
  rate_limited_for_now: entry(503, 'api.context.rate_limit.app_error', 'Too many requests'),
  webhooks_disabled: entry(
    501,
    'web.incoming_webhook.disabled.app_error',
    'Incoming webhooks have been disabled by the system admin',
  ),
  storage_unavailable: entry(
    503,
    'app.storage.unavailable.app_error',
    'The storage cannot accept this request now',
  ),
  storage_timeout: entry(
    504,
    'app.storage.timeout.app_error',
    'The storage did not respond in time; the outcome is unknown',
    'before retrying, check whether the request took effect',
  ),
} as const satisfies Record<string, ErrorEntry>

export function entry(status: number, id: string, message: string, detail = ''): ErrorEntry {
  return { status, id, message, detail }
}
