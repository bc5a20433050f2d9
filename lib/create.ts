import { hostname } from 'node:os'
import type { RequestHandler, Router } from 'express'
import { checkAdapters } from './adapters/check.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type { Adapters } from './adapters/types.js'
import { createPasswords } from './auth/passwords.js'
import {
  createSignIn,
  DEFAULT_SIGN_IN_LIMIT,
  type SignIn,
  type SignInAttempt,
} from './auth/sign-in.js'
import { checkSecret, createTokens } from './auth/tokens.js'
import { wireHooks } from './create-hooks.js'
import { createAdminRouter } from './http/admin-router.js'
import { createAuthRouter } from './http/auth-router.js'
import { createCurrentUser, type CurrentUser } from './http/current-user.js'
import { createObserver } from './http/observer.js'
import { createDebugLog } from './manage/debug-log.js'
import { createKeyCipher } from './manage/keys.js'
import { createRecentRequests } from './manage/recent-requests.js'
import type { IncomingWebhook, Post, User, Warning } from './model/records.js'
import { type IncomingWebhooksOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { createDeliver, type Deliver } from './pipeline/deliver.js'
import { createFindWebhook, deliverByKey } from './pipeline/by-key.js'

/** What a host mounts and calls. Two of them in one app share nothing. */
export interface IncomingWebhooks {
  /** `POST /:key`; mounted at `/hooks`. */
  readonly hooksRouter: RequestHandler
  /** `POST /login`, `POST /logout`, `GET /me`; mounted at `/api/v4/users`. */
  readonly authRouter: Router
  /** `/hooks/incoming…`, `/config…`, `/logs`; mounted at `/api/v4`. */
  readonly adminRouter: Router
  /** The signed-in user of a request, or null: for the host's own routes. */
  readonly currentUser: CurrentUser
  /** The user of a token, or null: for sockets, which send it otherwise. */
  authenticate(token: string): Promise<User | null>
  /** The pipeline without HTTP. Throws `WebhookError`, as the router answers it. */
  deliver(
    key: string,
    payload: unknown,
  ): Promise<{ readonly posts: readonly Post[]; readonly warnings: readonly Warning[] }>
  /**
   * The user whose password it is, for a host's own forms: counted, timed and refused like a sign-in.
   * `address` is the client's, as in `req.ip`.
   */
  checkPassword(attempt: SignInAttempt): Promise<User>
  /** A bcrypt hash for `findCredentials`. At most 72 bytes of password. */
  hashPassword(password: string): Promise<string>
  /** Ends all sessions of a user at once: after a change of password, or when the account is closed. */
  signOutUser(userId: string): Promise<void>
  /** Ends the worker thread. Requests under way are the host's to drain. */
  close(): Promise<void>
}

/** Three routers over a host's adapters. Throws a `TypeError` that names every option or method at fault. */
export function createIncomingWebhooks(options: IncomingWebhooksOptions): IncomingWebhooks {
  checkAdapters(options.adapters, 'all')
  checkSecret(options.secret)
  const resolved = resolveOptions(options)
  const adapters = {
    ...options.adapters,
    counters: options.adapters.counters ?? createMemoryCounters(),
  }
  const deliver = createDeliver({ ...resolved, adapters })
  const passwords = createPasswords()
  const signIn = wireSignIn(options, resolved, adapters, passwords)
  const currentUser = options.currentUser ?? createCurrentUser(signIn)
  const findWebhook = createFindWebhook(adapters.webhooks)
  const { hooksRouter, adminRouter } = wireRouters(
    options,
    resolved,
    adapters,
    deliver,
    currentUser,
  )
  return {
    hooksRouter,
    adminRouter,
    authRouter: createAuthRouter({ signIn, currentUser }),
    currentUser,
    authenticate: (token) => signIn.authenticate(token),
    deliver: (key, payload) =>
      deliverByKey({ adapters, findWebhook, deliver, clock: resolved.clock }, key, payload),
    checkPassword: (attempt) => signIn.checkPassword(attempt),
    hashPassword: (password) => passwords.hash(password),
    signOutUser: (userId) => signIn.signOutUser(userId),
    close: () => passwords.close(),
  }
}

function wireSignIn(
  options: IncomingWebhooksOptions,
  { clock }: ResolvedOptions,
  { users, sessions, counters }: Required<Adapters>,
  passwords: ReturnType<typeof createPasswords>,
): SignIn {
  const { secret, tokenLifetime, limits } = options
  const tokens = createTokens({
    secret,
    clock,
    ...(tokenLifetime === undefined ? {} : { lifetimeSeconds: tokenLifetime }),
  })
  const limit = limits?.signIn === undefined ? DEFAULT_SIGN_IN_LIMIT : limits.signIn
  return createSignIn({ users, sessions, counters, tokens, passwords, clock, limit })
}

function wireRouters(
  options: IncomingWebhooksOptions,
  resolved: ResolvedOptions,
  adapters: Required<Adapters>,
  deliver: Deliver,
  currentUser: CurrentUser,
): { readonly hooksRouter: RequestHandler; readonly adminRouter: Router } {
  const { clock, siteUrl, compatVersion } = resolved
  const recentRequests = createRecentRequests({ clock })
  const debugLog = createDebugLog({ node: options.node ?? hostname(), clock })
  const observe = createObserver(recentRequests, debugLog)
  const adminRouter = createAdminRouter({
    adapters,
    cipher: createKeyCipher(options.secret),
    recentRequests,
    debugLog,
    siteUrl,
    compatVersion,
    currentUser,
    clock,
    csrf: options.currentUser !== undefined,
    sendTest: (webhook, user) => sendTest(adapters, deliver, webhook, user),
    ...(options.hooksPath === undefined ? {} : { hooksPath: options.hooksPath }),
  })
  return {
    hooksRouter: wireHooks({ ...options, adapters }, resolved, deliver, observe),
    adminRouter,
  }
}

async function sendTest(
  adapters: Adapters,
  deliver: Deliver,
  webhook: IncomingWebhook,
  user: User,
): Promise<readonly string[]> {
  const value = { text: `Test message of *${webhook.displayName}*, sent by @${user.username}` }
  const { posts } = await deliver({
    request: { contentType: undefined, queryPayload: null, body: { kind: 'parsed', value } },
    webhook,
    settings: await adapters.settings.get(),
    key: null,
  })
  return posts.map((post) => post.id)
}
