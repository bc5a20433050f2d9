import type { Router } from 'express'
import type { SignInAttempt } from './auth/sign-in.js'
import type { CurrentUser } from './http/current-user.js'
import type { Listener } from './http/listener.js'
import type { WebhookManagement } from './manage/management.js'
import type { Post, User, Warning } from './model/records.js'

/** What a host with its own sign-in mounts and calls. Several instances in one app are independent. */
export interface ManagedWebhooks {
  /** `POST /:key`. Mount it at `/hooks`, with `hooksErrorHandler` beside it if body parsers come first. */
  readonly hooksRouter: Router
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
  /** The signed-in user of a request, or null. For the host's own routes. */
  readonly currentUser: CurrentUser
  /** Management without HTTP, for a given user, under the rules of the admin router. */
  readonly manage: WebhookManagement
  /** Runs the pipeline without HTTP. Throws the `WebhookError` that the router would send. */
  deliver(
    key: string,
    payload: unknown,
  ): Promise<{
    readonly posts: readonly Post[]
    readonly warnings: readonly Warning[]
    /** Paths of parameters that have no effect and nothing to show. */
    readonly ignored: readonly string[]
  }>
  /**
   * Ends the worker thread and the connections to integrations, so that the process can end, and writes
   * the last recent requests and log lines to your store, for at most 5 s. Close the server first:
   * requests in progress are not waited for.
   */
  close(): Promise<void>
}

/** What a host mounts and calls if its users sign in through the library. */
export interface IncomingWebhooks extends ManagedWebhooks {
  /** `POST /login`, `POST /logout`, `GET /me`. Mount it at `/api/v4/users`. */
  readonly authRouter: Router
  /** The user of a token, or null. For websockets, which send the token differently. */
  authenticate(token: string): Promise<User | null>
  /**
   * The user with this password, for a host's own forms. It is rate-limited and timed like a sign-in.
   * `address` is the client's address, as in `req.ip`.
   */
  checkPassword(attempt: SignInAttempt): Promise<User>
  /** A bcrypt hash for `findCredentials`. The password may have at most 72 bytes. */
  hashPassword(password: string): Promise<string>
  /** Ends all sessions of a user. Call it after a password change or deactivation. */
  signOutUser(userId: string): Promise<void>
}
