import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import express, { type Express, Router } from 'express'
import {
  clientAddress,
  createIncomingWebhooks,
  type HookLog,
  type IncomingWebhooks,
  type IncomingWebhooksOptions,
  webhookErrorHandler,
} from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { callMaker } from './api/calls.js'
import { channelRoutes } from './api/channels.js'
import { createChatEvents } from './api/chat-events.js'
import { failureHandler, translateErrors, unknownPath } from './api/errors.js'
import { plainJsonType } from './api/json-type.js'
import { emojiRoutes } from './api/emoji.js'
import { ownChannelRoutes } from './api/members.js'
import { postRoutes } from './api/posts.js'
import { apiDocument, referencePage } from './api/reference/index.js'
import { roleRoutes } from './api/roles.js'
import { searchRoutes } from './api/search.js'
import { createSessionCookie } from './api/session-cookie.js'
import { statusRoutes } from './api/statuses.js'
import { ping, systemRoutes } from './api/system.js'
import { teamRoutes } from './api/teams.js'
import { userRoutes } from './api/users.js'
import type { SocketLimits } from './api/sockets.js'
import { createWebsocketServer } from './api/websocket.js'
import { compressed } from './compressed.js'
import type { ImageHosts } from './image-hosts.js'
import { notFoundPage, pageRoutes } from './pages.js'
import { securityHeaders } from './security-headers.js'
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
  readonly log?: HookLog
  /** False once the server is stopping. */
  readonly isReady?: () => boolean
}

export interface ChatApp {
  readonly app: Express
  readonly webhooks: IncomingWebhooks
  /** For the server's `upgrade` event. */
  readonly handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Closes the websockets and ends background work. The store stays open. */
  close(): Promise<void>
}

// Relative to the console, so that the chat can be mounted below a prefix.
const CONSOLE = {
  apiBase: '../api/v4',
  hooksBase: '../hooks',
  homeUrl: '../',
  postUrl: '../main/pl/{id}',
  signInUrl: '../login?expired=1&to={path}',
  signOut: true,
  teamName: 'Main',
}

/** The chat: its own API and the library's routers. */
export function createChatApp(options: ChatAppOptions): ChatApp {
  const { store, secret, siteUrl, limits, log = () => undefined, isReady = () => true } = options
  const { imageHosts = [], integrationHosts = [] } = options
  const cookie = createSessionCookie(siteUrl)
  const sockets = createWebsocketServer({
    authenticate: (token) => webhooks.signIn.authenticate(token),
    cookie,
    addressOf: (req) => clientAddress(app, req),
    log,
    presence: store.presence,
    ...(options.socketLimits ? { limits: options.socketLimits } : {}),
  })
  const webhooks = createIncomingWebhooks({
    adapters: store.adapters,
    secret,
    siteUrl,
    log,
    allowedIntegrationHosts: integrationHosts,
    onSignIn: cookie.set,
    ...(limits ? { limits } : {}),
    ...(store.clock ? { clock: store.clock } : {}),
  })
  const subscriptions = [
    createChatEvents({ store, publish: sockets.publish, isHeard: sockets.isHeard, log }),
    store.onChange((change) => {
      if (change.kind === 'signedOut') sockets.recheck(change.userId)
    }),
  ]
  const call = callMaker(webhooks)
  const { hashPassword = (password: string) => webhooks.signIn.hashPassword(password) } = options
  const parts = { store, call, webhooks, hashPassword }
  const isSignedIn = async (req: IncomingMessage): Promise<boolean> => {
    const token = cookie.tokenIn(req)
    return token !== null && (await webhooks.signIn.authenticate(token)) !== null
  }

  const app = express().disable('x-powered-by').disable('etag')
  app.use('/hooks', webhooks.hooksRouter)
  app.use(compressed())
  app.use('/api', plainJsonType, cookie.accept)
  app.post('/api/v4/users/logout', cookie.remove)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use('/api/v4', webhooks.adminRouter)
  app.use('/api/v4', api(parts))
  app.use(securityHeaders({ siteUrl, imageHosts }))
  app.use('/reference', referencePage())
  app.use('/admin', consoleRouter({ ...CONSOLE, ...(imageHosts === '*' ? {} : { imageHosts }) }))
  app.use(systemRoutes({ store, isReady }))
  app.use(pageRoutes({ store, imageHosts, isSignedIn }))
  app.use(unknownPath, translateErrors, notFoundPage(imageHosts))
  app.use(webhookErrorHandler(), failureHandler(log))
  return {
    app,
    webhooks,
    handleUpgrade: sockets.handleUpgrade,
    close: async () => {
      for (const unsubscribe of subscriptions) unsubscribe()
      await sockets.close()
      await webhooks.close()
    },
  }
}

function api(parts: Parameters<typeof userRoutes>[0]): Router {
  const { store, call } = parts
  const router = Router()
  router.get('/system/ping', ping)
  router.get('/openapi.json', apiDocument())
  router.use('/users', userRoutes(parts), ownChannelRoutes(parts), statusRoutes(parts))
  router.use('/teams', teamRoutes(store, call))
  router.use('/channels', channelRoutes(parts))
  router.use('/roles', roleRoutes(store, call))
  router.use('/emoji', emojiRoutes(call))
  router.use(postRoutes(store, call), searchRoutes(store, call))
  return router
}
