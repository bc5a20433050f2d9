import type { Router } from 'express'
import type { SignInAttempt } from './auth/sign-in.js'
import type { CurrentUser } from './http/current-user.js'
import type { HooksRouter } from './http/hooks-router.js'
import type { Shed } from './http/shed.js'
import type { CreatedWebhook, NewWebhook } from './manage/create-webhook.js'
import type { Post, User, Warning } from './model/records.js'

/** What a host with sign-in of its own mounts and calls. Two of them in one app share nothing. */
export interface ManagedWebhooks {
  /** `POST /:key`; mounted at `/hooks`. */
  readonly hooksRouter: HooksRouter
  /**
   * For the server's own `request` event, before Express: refuses hook requests while there are too
   * many under way, more cheaply than the router can. True when it has answered.
   */
  readonly shed: Shed
  /** `/hooks/incoming…`, `/config…`, `/logs`; mounted at `/api/v4`. */
  readonly adminRouter: Router
  /** `POST /:post_id/actions/:action_id`, the buttons of messages; mounted at `/api/v4/posts`. */
  readonly buttonsRouter: Router
  /** The signed-in user of a request, or null: for the host's own routes. */
  readonly currentUser: CurrentUser
  /** Makes a webhook without HTTP, under the same rules. Throws `WebhookError`, as the router answers it. */
  createWebhook(fields: NewWebhook): Promise<CreatedWebhook>
  /** The pipeline without HTTP. Throws `WebhookError`, as the router answers it. */
  deliver(
    key: string,
    payload: unknown,
  ): Promise<{
    readonly posts: readonly Post[]
    readonly warnings: readonly Warning[]
    /** Paths of parameters that have no effect here and nothing to show. */
    readonly ignored: readonly string[]
  }>
  /** Ends the worker thread. Requests under way are the host's to drain. */
  close(): Promise<void>
}

/** What a host mounts and calls whose users sign in through the library. */
export interface IncomingWebhooks extends ManagedWebhooks {
  /** `POST /login`, `POST /logout`, `GET /me`; mounted at `/api/v4/users`. */
  readonly authRouter: Router
  /** The user of a token, or null: for sockets, which send it otherwise. */
  authenticate(token: string): Promise<User | null>
  /**
   * The user whose password it is, for a host's own forms: counted, timed and refused like a sign-in.
   * `address` is the client's, as in `req.ip`.
   */
  checkPassword(attempt: SignInAttempt): Promise<User>
  /** A bcrypt hash for `findCredentials`. At most 72 bytes of password. */
  hashPassword(password: string): Promise<string>
  /** Ends all sessions of a user at once: after a change of password, or when the account is closed. */
  signOutUser(userId: string): Promise<void>
}
