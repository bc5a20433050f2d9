import { hostname } from 'node:os'
import type { Router } from 'express'
import { checkAdapters, hasSessions } from './adapters/check.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type {
  CountersAdapter,
  DeliveryAdapters,
  ManagementAdapters,
  SettingsAdapter,
} from './adapters/types.js'
import { createPasswords } from './auth/passwords.js'
import { createSignIn, type SignIn, type SignInAttempt } from './auth/sign-in.js'
import { DEFAULT_SIGN_IN_LIMIT } from './auth/throttle.js'
import { checkSecret, createTokens } from './auth/tokens.js'
import { wireHooks } from './create-hooks.js'
import { Admission } from './http/admission.js'
import { type AdminRouterOptions, createAdminRouter } from './http/admin-router.js'
import { createAuthRouter } from './http/auth-router.js'
import { createCurrentUser, type CurrentUser } from './http/current-user.js'
import type { HooksRouter } from './http/hooks-router.js'
import { HostAdapters, type SignInAdapters } from './http/host-adapters.js'
import { createTellMistake, type TellMistake } from './http/host-mistakes.js'
import { createInspect } from './http/inspect.js'
import { createObserver } from './http/observer.js'
import { createShed, type Shed } from './http/shed.js'
import { watchAdapters } from './http/watched-adapters.js'
import {
  createCreateWebhook,
  type CreatedWebhook,
  type NewWebhook,
} from './manage/create-webhook.js'
import { createDebugLog } from './manage/debug-log.js'
import { createKeyCipher } from './manage/keys.js'
import { createRecentRequests } from './manage/recent-requests.js'
import { WebhookError } from './model/errors.js'
import type { IncomingWebhook, Post, User, Warning } from './model/records.js'
import {
  checkInstanceOptions,
  type IncomingWebhooksOptions,
  type OwnSignInOptions,
  type ResolvedOptions,
  resolveOptions,
} from './options.js'
import { createFindWebhook, deliverByKey, payloadRequest } from './pipeline/by-key.js'
import { createDeliver, type Deliver } from './pipeline/deliver.js'
import { livingKey } from './rules/living-key.js'
import { createSigningSecrets } from './rules/signing.js'
import { withoutTrailing } from './text/trimming.js'
import { wireButtons } from './create-buttons.js'

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

/** Routers over a host's adapters. Throws a `TypeError` that names every option or method at fault. */
export function createIncomingWebhooks(options: IncomingWebhooksOptions): IncomingWebhooks
/** Without sign-in: the host says who is calling. */
export function createIncomingWebhooks(options: OwnSignInOptions): ManagedWebhooks
export function createIncomingWebhooks(
  options: IncomingWebhooksOptions | OwnSignInOptions,
): IncomingWebhooks | ManagedWebhooks {
  checkInstanceOptions(options)
  checkAdapters(options.adapters, signsIn(options) ? 'all' : 'management')
  checkSecret(options.secret)
  const resolved = resolveOptions(options)
  const tell = createTellMistake(resolved.log)
  const calls = new HostAdapters(resolved.adapterTimeout, tell)
  const management = calls.management(options.adapters)
  const host = { ...management, counters: management.counters ?? createMemoryCounters() }
  if (!signsIn(options)) {
    const currentUser = calls.currentUser(options.currentUser)
    return wireManaged({ options, resolved, host, tell, currentUser })
  }
  const passwords = createPasswords()
  const adapters = calls.signIn(options.adapters.users, options.adapters.sessions)
  const signIn = wireSignIn(options, resolved, { ...adapters, counters: host.counters }, passwords)
  const currentUser = options.currentUser
    ? calls.currentUser(options.currentUser)
    : createCurrentUser(signIn)
  const managed = wireManaged({ options, resolved, host, tell, currentUser })
  return {
    ...managed,
    authRouter: createAuthRouter({ signIn, currentUser, inspect: createInspect(tell, null) }),
    authenticate: (token) => signIn.authenticate(token),
    checkPassword: (attempt) => signIn.checkPassword(attempt),
    hashPassword: (password) => passwords.hash(password),
    signOutUser: (userId) => signIn.signOutUser(userId),
    close: async () => {
      await Promise.all([managed.close(), passwords.close()])
    },
  }
}

function signsIn(
  options: IncomingWebhooksOptions | OwnSignInOptions,
): options is IncomingWebhooksOptions {
  return options.currentUser === undefined || hasSessions(options.adapters)
}

function wireSignIn(
  options: IncomingWebhooksOptions,
  { clock }: ResolvedOptions,
  { users, sessions, counters }: SignInAdapters & { readonly counters: CountersAdapter },
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

interface ManagedParts {
  readonly options: IncomingWebhooksOptions | OwnSignInOptions
  readonly resolved: ResolvedOptions
  readonly host: ManagementAdapters & { readonly counters: CountersAdapter }
  readonly tell: TellMistake
  readonly currentUser: CurrentUser
}

function wireManaged(parts: ManagedParts): ManagedWebhooks {
  const { options, resolved, host, tell, currentUser } = parts
  const admission = new Admission()
  const adapters = watchAdapters(host, resolved.userIdPattern, { tell, admission })
  const deliver = createDeliver({ ...resolved, adapters })
  const findWebhook = createFindWebhook(adapters.webhooks)
  const recentRequests = createRecentRequests({ clock: resolved.clock })
  const debugLog = createDebugLog({ node: options.node ?? hostname(), clock: resolved.clock })
  const admin = adminOptions(options, resolved)
  const hooksPath = options.hooksPath ?? '/hooks'
  const hookUrl = resolved.siteUrl + withoutTrailing(hooksPath, '/')
  const settings: SettingsAdapter = {
    get: () => adapters.settings.get(),
    update: (changes) => host.settings.update(changes),
  }
  const buttons = wireButtons({
    options,
    resolved,
    adapters: host,
    counters: host.counters,
    currentUser,
    debugLog,
  })
  return {
    hooksRouter: wireHooks({
      options: { ...options, adapters },
      resolved,
      deliver,
      observe: createObserver(recentRequests, debugLog),
      tell,
      hookUrl,
      admission,
    }),
    shed: createShed(admission, hooksPath),
    adminRouter: createAdminRouter({
      ...admin,
      adapters: { ...host, settings },
      recentRequests,
      debugLog,
      currentUser,
      sendTest: (webhook, user) =>
        sendTest({ adapters, deliver, clock: resolved.clock }, webhook, user),
    }),
    currentUser,
    createWebhook: createCreateWebhook({
      ...{ adapters: { ...host, settings }, hookUrl },
      ...{ cipher: admin.cipher, clock: resolved.clock },
    }),
    deliver: (key, payload) =>
      deliverByKey({ adapters, findWebhook, deliver, clock: resolved.clock }, key, payload),
    buttonsRouter: buttons.router,
    close: buttons.close,
  }
}

function adminOptions(
  options: IncomingWebhooksOptions | OwnSignInOptions,
  { clock, siteUrl, compatVersion }: ResolvedOptions,
): Pick<
  AdminRouterOptions,
  'cipher' | 'signingSecretOf' | 'siteUrl' | 'compatVersion' | 'clock' | 'csrf' | 'hooksPath'
> {
  return {
    cipher: createKeyCipher(options.secret),
    signingSecretOf: createSigningSecrets(options.secret),
    siteUrl,
    compatVersion,
    clock,
    csrf: options.currentUser !== undefined,
    ...(options.hooksPath === undefined ? {} : { hooksPath: options.hooksPath }),
  }
}

interface TestParts {
  readonly adapters: Pick<DeliveryAdapters, 'settings'>
  readonly deliver: Deliver
  readonly clock: () => number
}

async function sendTest(
  { adapters, deliver, clock }: TestParts,
  webhook: IncomingWebhook,
  user: User,
): Promise<readonly string[]> {
  refuseDead(webhook, clock())
  // In a code span nothing of the name is markup.
  const name = webhook.displayName.replaceAll('`', "'")
  const { posts } = await deliver({
    request: payloadRequest({ text: `Test message of \`${name}\`, sent by @${user.username}` }),
    webhook,
    settings: await adapters.settings.get(),
    key: null,
  })
  return posts.map((post) => post.id)
}

// As a sender would be refused, but with the reason: only who manages the webhook gets here.
function refuseDead(webhook: IncomingWebhook, now: number): void {
  if (livingKey(webhook, webhook.keyDigest, now)) return
  const detail = webhook.enabled ? 'the webhook has expired' : 'the webhook is switched off'
  throw new WebhookError('webhook_unknown', { detail })
}
