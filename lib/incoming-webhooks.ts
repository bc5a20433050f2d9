import type { ErrorRequestHandler, Router } from 'express'
import type { SignInAttempt } from './auth/sign-in.js'
import type { CurrentUser } from './http/auth-router.js'
import type { Listener } from './http/hooks-router.js'
import type { HookMetrics } from './log/metrics.js'
import type { OwnMetric } from './log/metrics-text.js'
import type { WebhookManagement } from './manage/management.js'
import type { HookPost, HookUser, HookWarning } from './model/records.js'

/** What `deliver` has stored of a payload. */
export interface DeliveryResult {
  /** The posts that were stored or changed, in order. */
  readonly posts: readonly HookPost[]
  /** Parts of the payload that were lost, changed or repaired. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
}

/** What a host mounts and calls. Several instances in one app are independent. */
export interface IncomingWebhooks {
  /** `POST /:key`. Mount it at `/hooks`, with `hooksErrorHandler` beside it if body parsers come first. */
  readonly hooksRouter: Router
  /**
   * Delivers messages that a body parser before the router could not read, if it kept the text, and
   * otherwise responds as the router does. Mount it beside the router, at the same path.
   */
  readonly hooksErrorHandler: ErrorRequestHandler
  /**
   * For hosts that make their own server: answers requests below `hooksPath` itself, at a lower cost
   * than any framework, and passes all others on. `createServer(webhooks.listener(app))` takes the place
   * of mounting `hooksRouter`; middleware of the app then does not see hook requests.
   */
  readonly listener: Listener
  /** `/hooks/incoming…`, `GET /users/me`, `/config…`, `/logs`. Mount it at `/api/v4`. */
  readonly adminRouter: Router
  /** `POST /:post_id/actions/:action_id`, the buttons of messages. Mount it at `/api/v4/posts`. */
  readonly buttonsRouter: Router
  /**
   * `POST /login`, `POST /logout`, `GET /me`, for hosts whose users sign in through the library. Mount
   * it at `/api/v4/users`. Throws a `TypeError` if the adapters have no `sessions`.
   */
  readonly authRouter: Router
  /** What else such hosts call. Throws a `TypeError` as `authRouter` does. */
  readonly signIn: SignIn
  /** The signed-in user of a request, or null. For the host's own routes. */
  readonly currentUser: CurrentUser
  /** Management without HTTP, for a given user, under the rules of the admin router. */
  readonly manage: WebhookManagement
  /**
   * Stores a payload as the hooks router does, without HTTP. `key` is the key of a webhook, not its
   * id. Throws the `WebhookError` that the router would send, such as `webhook_unknown` or
   * `no_text`.
   */
  deliver(key: string, payload: unknown): Promise<DeliveryResult>
  /**
   * What this process has counted since the instance was created: requests to webhooks, however they came
   * in, and what was stored. `deliver` counts only as stored.
   */
  metrics(): HookMetrics
  /**
   * The same in the text format of Prometheus, version 0.0.4, with metrics of your own
   * (docs/deployment.md, Metrics). Answer with it as `text/plain; version=0.0.4; charset=utf-8`.
   */
  metricsText(own?: readonly OwnMetric[]): string
  /**
   * Call it when your server begins to close: requests that wait for the limit of their webhook, and
   * those that would have to, are answered 503 with `Retry-After`, so that nothing keeps it open.
   */
  drain(): void
  /**
   * Ends the worker thread and the connections to integrations, so that the process can end, and writes
   * the last requests of the log, results of webhooks and log lines to your store, for at most 5 s. Close
   * the server first: requests in progress are not waited for.
   */
  close(): Promise<void>
}

/** Sign-in through the library, without HTTP. */
export interface SignIn {
  /**
   * The user of a token, or null if the token is not valid any more. For WebSockets, whose requests
   * have no header `Authorization`.
   */
  authenticate(token: string): Promise<HookUser | null>
  /**
   * The user with this password, for a host's own forms. Limited and timed like a sign-in, but
   * creates no session. Throws `password_blank`, `invalid_body`, `sign_in_failed` or
   * `rate_limited`.
   */
  checkPassword(attempt: SignInAttempt): Promise<HookUser>
  /**
   * A bcrypt hash for `findCredentials`. Throws `password_blank` for an empty password and
   * `invalid_body` for one of more than 72 bytes of UTF-8.
   */
  hashPassword(password: string): Promise<string>
  /** Ends all sessions of a user. Call it after a password change or deactivation. */
  signOutUser(userId: string): Promise<void>
}
