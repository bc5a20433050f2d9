import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'node:net'
import { type ChatApp, createChatApp } from '../../example-host/app.js'
import { createAccount } from '../../example-host/demo.js'
import { openPostgresStore, type PostgresStore } from '../../example-host/store/postgres/index.js'
import { serveUpgrades } from '../../example-host/upgrade.js'
import { cheapHash } from '../support/cheap-hash.js'

const ADMIN_PASSWORD = 'the password of the administrator'
const LIMITS = { signIn: null, keyFailures: null, webhook: null }

interface Node {
  readonly store: PostgresStore
  readonly chat: ChatApp
  readonly server: Server
}

/** Two nodes behind one address, which take connections in turns. */
export interface TwoNodes {
  readonly url: string
  readonly adminPassword: string
  stop(): Promise<void>
}

export async function startTwoNodes(databaseUrl: string): Promise<TwoNodes> {
  const front = createServer().listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = front.address()
  const url = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`
  const nodes = [await startNode(databaseUrl, url), await startNode(databaseUrl, url)]
  let turn = 0
  front.on('connection', (socket) => {
    turn += 1
    nodes[turn % nodes.length]?.server.emit('connection', socket)
  })
  const [first] = nodes
  const account = { username: 'admin', password: ADMIN_PASSWORD }
  if (first) await createAccount(first.store, { hashPassword: cheapHash }, account, true)
  return {
    url,
    adminPassword: ADMIN_PASSWORD,
    stop: async () => {
      front.close()
      await Promise.all(nodes.map(end))
    },
  }
}

async function startNode(databaseUrl: string, siteUrl: string): Promise<Node> {
  const store = await openPostgresStore({ url: databaseUrl })
  const secret = 'a secret that both of the nodes share'
  const chat = createChatApp({ store, secret, siteUrl, limits: LIMITS, hashPassword: cheapHash })
  const server = createHttpServer({ connectionsCheckingInterval: 1000, requestTimeout: 15_000 })
  Object.assign(server, { httpAllowHalfOpen: true })
  const answer = chat.webhooks.listener(chat.app)
  server.on('request', (req, res) => {
    // So that the next request gets to the other node.
    if (req.headers.connection === 'keep-alive') res.setHeader('Connection', 'close')
    // A change by the other node is known in a moment, for which a client would not wait.
    void store.caughtUp().then(() => {
      answer(req, res)
    })
  })
  serveUpgrades(server, chat.handleUpgrade)
  return { store, chat, server }
}

async function end({ store, chat, server }: Node): Promise<void> {
  await chat.close()
  await store.close()
  server.closeAllConnections()
}
