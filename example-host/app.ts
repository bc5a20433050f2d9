import type { IncomingMessage } from 'node:http'
import express from 'express'
import {
  clientAddress,
  createIncomingWebhooks,
  type HookLog,
  type HookUser,
  type IncomingWebhooksOptions,
  webhookErrorHandler,
} from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createChatEvents, websocketUpgrades } from './api/websocket.js'
import { failureHandler, translateErrors, unknownPath } from './api/errors.js'
import { compressed, plainJsonType, securityHeaders } from './headers.js'
import { apiDocument, referencePage } from './api/reference/index.js'
import { chatRouter } from './api/router.js'
import { createSessionCookie } from './api/session-cookie.js'
import { metricsRoute, ping, systemRoutes } from './api/monitoring.js'
import type { SocketLimits } from './api/sockets.js'
import type { ImageHosts } from './environment.js'
import { notFoundPage, pageRoutes } from './pages.js'
import type { ChatStore } from './store/index.js'

export interface ChatAppOptions {
  readonly store: ChatStore
  readonly secret: IncomingWebhooksOptions['secret']
  readonly siteUrl: string
  /** Hosts whose pictures the pages may load. Default: none. */
  readonly imageHosts?: ImageHosts
  /** Internal hosts that buttons may call. */
  readonly integrationHosts?: readonly string[]
  readonly limits?: NonNullable<IncomingWebhooksOptions['limits']>
  /** Limits of websockets, for tests. */
  readonly socketLimits?: SocketLimits
  /** Of the accounts that the API makes. Default: the library's; that of tests takes less work. */
  readonly hashPassword?: (password: string) => Promise<string>
  /** With it, `/metrics` can be read from anywhere. Default: none. */
  readonly metricsToken?: string | null
  readonly log?: HookLog
  /** False once the server is stopping. */
  readonly isReady?: () => boolean
}

export type ChatApp = Readonly<ReturnType<typeof createChatApp>>

const HOUR_MS = 3_600_000

// Relative to the console, so that the chat can be mounted below a prefix.
const CONSOLE = {
  apiBase: '../api/v4',
  hooksBase: '../hooks',
  homeUrl: '../',
  postUrl: '../main/pl/{id}',
  signInUrl: '../login?expired=1&to={path}',
  signOut: true,
  teamName: 'Main',
  initialsOf: 'webhook',
} as const

/** The chat: its own API and the library's routers. */
export function createChatApp(options: ChatAppOptions) {
  const {
    store,
    siteUrl,
    limits = {},
    socketLimits,
    imageHosts = [],
    integrationHosts = [],
  } = options
  const { log = () => undefined, isReady = () => true, metricsToken = null } = options
  const cookie = createSessionCookie(siteUrl)
  const webhooks = createIncomingWebhooks({
    adapters: store.adapters,
    secret: options.secret,
    siteUrl,
    consoleUrl: `${siteUrl}/admin`,
    log,
    allowedIntegrationHosts: integrationHosts,
    onSignIn: cookie.set,
    onAudit: (event) => store.audit.add(event),
    limits,
    clock: store.clock ?? Date.now,
  })
  const { signIn } = webhooks
  const { hashPassword = (password: string) => signIn.hashPassword(password) } = options
  const authenticate = (token: string): Promise<HookUser | null> => signIn.authenticate(token)
  const isSignedIn = async (req: IncomingMessage): Promise<boolean> => {
    const token = cookie.tokenIn(req)
    return token !== null && (await authenticate(token)) !== null
  }
  const { sockets, following } = createChatEvents({ store, log, limits: socketLimits })

  const pruneAudit = (): void => {
    store.audit.prune().catch((error: unknown) => {
      log('warn', 'The old part of the audit could not be deleted', { error })
    })
  }
  pruneAudit()
  const pruning = setInterval(pruneAudit, HOUR_MS).unref()

  const app = express().disable('x-powered-by').disable('etag')
  app.use('/hooks', webhooks.hooksRouter)
  app.use(compressed())
  app.use('/api', plainJsonType, cookie.accept)
  app.post('/api/v4/users/logout', cookie.remove)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use('/api/v4', webhooks.adminRouter)
  app.get('/api/v4/system/ping', ping)
  app.get('/api/v4/openapi.json', apiDocument())
  app.use('/api/v4', chatRouter({ store, webhooks, hashPassword }))
  app.use(securityHeaders({ siteUrl, imageHosts }))
  app.use('/reference', referencePage())
  app.use('/admin', consoleRouter({ ...CONSOLE, ...(imageHosts === '*' ? {} : { imageHosts }) }))
  app.use(systemRoutes({ store, isReady }))
  app.use(metricsRoute({ webhooks, store, sockets, cookie, token: metricsToken }))
  app.use(pageRoutes({ store, imageHosts, isSignedIn }))
  app.use(unknownPath, translateErrors, notFoundPage(imageHosts))
  app.use(webhookErrorHandler(), failureHandler(log))
  const addressOf = (req: IncomingMessage): string => clientAddress(app, req)
  return {
    app,
    webhooks,
    handleUpgrade: websocketUpgrades({ sockets, authenticate, cookie, log, addressOf }),
    /** Call it when the server begins to close. */
    drain: (): void => {
      webhooks.drain()
    },
    /** Closes the websockets and ends background work. The store stays open. */
    close: async (): Promise<void> => {
      clearInterval(pruning)
      following.end()
      await sockets.close()
      await webhooks.close()
    },
  }
}
