import { DELIVERY_ERRORS, entry, type ErrorEntry } from './delivery-errors.js'

const SESSION_EXPIRED = 'Invalid or expired session, please login again.'

/** Every error that this library responds with. docs/errors.md explains them. */
export const ERRORS = {
  ...DELIVERY_ERRORS,

  // Management.
  invalid_body: entry(
    400,
    'api.context.invalid_body_param.app_error',
    'Invalid or missing {name} in request body.',
  ),
  display_name_invalid: entry(400, 'model.incoming_hook.display_name.app_error', 'Invalid title.'),
  description_invalid: entry(
    400,
    'model.incoming_hook.description.app_error',
    'Invalid description.',
  ),
  icon_url_invalid: entry(400, 'model.incoming_hook.icon_url.app_error', 'Invalid post icon.'),
  session_expired: entry(401, 'api.context.session_expired.app_error', SESSION_EXPIRED),
  not_permitted: entry(
    403,
    'api.context.permissions.app_error',
    'You do not have the appropriate permissions.',
  ),
  webhook_not_found: entry(
    404,
    'app.webhooks.get_incoming.app_error',
    'Unable to get the webhook.',
  ),
  slug_taken: entry(
    409,
    'app.webhooks.save_incoming.existing.app_error',
    'There is a webhook with this {name} already.',
  ),
  delivery_not_found: entry(
    404,
    'app.webhooks.get_delivery.app_error',
    'Unable to get the request.',
  ),
  delivery_delivered: entry(
    409,
    'app.webhooks.replay_delivery.app_error',
    'The request was delivered already.',
  ),
  channel_missing: entry(
    404,
    'app.channel.get.existing.app_error',
    'Unable to find the existing channel.',
  ),
  user_missing: entry(404, 'app.user.missing_account.const', 'Unable to find the user.'),
  not_found: entry(
    404,
    'api.context.404.app_error',
    "Sorry, we could not find the page. There doesn't appear to be an api call for the url.",
  ),
  field_not_stored: entry(
    501,
    'app.webhooks.field_not_stored.app_error',
    'The field {name} cannot be stored.',
  ),
  precondition_failed: entry(
    412,
    'api.context.precondition_failed.app_error',
    'The record was changed in the meantime',
  ),

  // Message buttons.
  action_not_found: entry(404, 'api.post.do_action.action_id.app_error', 'Invalid action id.'),
  action_failed: entry(
    400,
    'api.post.do_action.action_integration.app_error',
    'Action integration error.',
  ),
  post_missing: entry(404, 'app.post.get.app_error', 'Unable to get the post.'),

  // Sign-in.
  password_blank: entry(
    400,
    'api.user.login.blank_pwd.app_error',
    'Password field must not be blank',
  ),
  sign_in_failed: entry(
    401,
    'api.user.login.invalid_credentials_email_username',
    'Enter a valid email or username and/or password.',
  ),
} as const satisfies Record<string, ErrorEntry>

// Shared by all copies of this module, such as an ES module and a CommonJS copy in one process.
const BRAND = Symbol.for('express-incoming-webhooks.WebhookError')

/** The codes of all errors that the library responds with. docs/errors.md explains each. */
export type ErrorCode = keyof typeof ERRORS

/** What an error says besides its code. */
export interface WebhookErrorOptions {
  /**
   * What is wrong and where, for the sender. Must not contain the key or the payload. Default: the
   * code's own.
   */
  readonly detail?: string
  /** Values for the `{…}` in the message of the code. */
  readonly params?: Readonly<Record<string, string>>
  /**
   * The seconds to wait before a retry, for the header `Retry-After`. Default: 5 for 503, none
   * otherwise.
   */
  readonly retryAfterSeconds?: number
  /** What led to it, as in `Error`. Never sent. */
  readonly cause?: unknown
}

/**
 * An error that the library responds with. `instanceof` recognises it whichever copy of the package
 * made it (ES module or CommonJS). An adapter may throw `storage_unavailable` if it stored nothing
 * and a retry may succeed. Everything else that it throws goes to the host's own error handler.
 *
 * @example
 * ```ts
 * try {
 *   await webhooks.deliver(key, { text: 'The backup has finished.' })
 * } catch (error) {
 *   if (!(error instanceof WebhookError)) throw error
 *   console.warn(error.code, error.status, error.detail)
 * }
 * ```
 */
export class WebhookError extends Error {
  /** Recognises errors of other copies of the package too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a host derives from this one inherits this method, but has no brand of its own.
    if (this !== WebhookError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return typeof value === 'object' && value !== null && BRAND in value
  }

  /** Always `WebhookError`. */
  override readonly name = 'WebhookError'
  /** Which error it is, such as `no_text`. */
  readonly code: ErrorCode
  /** What is wrong and where; `''` if there is nothing to add to the message. */
  readonly detail: string
  /** `name`, if there is one, is the field or the parameter that is wrong. */
  readonly params: Readonly<Record<string, string>>
  /** The seconds to wait before a retry. Undefined: not given. */
  readonly retryAfterSeconds: number | undefined

  /** Takes the message, the status and the id from the table of errors. */
  constructor(code: ErrorCode, options: WebhookErrorOptions = {}) {
    const params = options.params ?? {}
    const message = ERRORS[code].message.replace(
      /\{(\w+)\}/g,
      (whole, name: string) => params[name] ?? whole,
    )
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.params = params
    this.detail = options.detail ?? ERRORS[code].detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** The status of the response, such as 400. */
  get status(): number {
    return ERRORS[this.code].status
  }

  /**
   * The `id` of the response, such as `web.incoming_webhook.text.app_error`. Several codes can
   * share one.
   */
  get id(): string {
    return ERRORS[this.code].id
  }
}

/** Whether an adapter refuses for a while and knows why, which it logs itself: what follows is not news. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof WebhookError)) return false
  return error.code === 'storage_unavailable' && error.cause !== undefined
}

// On the prototype, so that the error's own properties stay those that are worth logging.
Object.defineProperty(WebhookError.prototype, BRAND, { value: true })

/** The error about a body that is not what it should be. */
export function unparsable(detail: string): WebhookError {
  return new WebhookError('payload_unparsable', { detail })
}
