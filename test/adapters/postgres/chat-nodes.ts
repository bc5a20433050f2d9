import express, { type Express } from 'express'
import {
  createIncomingWebhooks,
  type HookChannel,
  type HookUser,
  type IncomingWebhooks,
} from 'express-incoming-webhooks'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import request from 'supertest'
import { newPost } from '../../support/new-post.js'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatNode, type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'

export interface Node extends ChatNode {
  readonly webhooks: IncomingWebhooks
  readonly app: Express
  /** What it was told, in order. */
  readonly told: ChatChange[]
}

/** Nodes on one database, which has a user and a channel. */
export interface ChatNodes {
  readonly schema: () => ChatSchema
  readonly alice: () => HookUser
  readonly channel: () => HookChannel
  readonly start: (options?: Parameters<ChatSchema['node']>[0]) => Node
  /** Two that have heard of all changes until now. */
  readonly startTwo: () => Promise<[Node, Node]>
  readonly hookOf: (node: Node) => Promise<{ readonly id: string; readonly path: string }>
  /** A post of the user in the channel. */
  readonly post: (changes?: Partial<NewPost>) => NewPost
}

/** Empties the chat before each test of the surrounding `describe`, and ends the nodes after it. */
export function useChatNodes(): ChatNodes {
  let schema: ChatSchema
  after(() => schema.close())
  const url = usePostgresServer()
  let alice: HookUser
  let channel: HookChannel
  const open: { close: () => Promise<void> }[] = []

  before(async () => {
    schema = await openChatSchema(url())
  })

  beforeEach(async () => {
    await schema.empty()
    const person = { email: 'a@example.org', admin: true, active: true, passwordHash: '' }
    alice = await schema.seed.seedUser({ ...person, username: 'alice' })
    const place = { displayName: 'Alerts', type: 'public', archived: false } as const
    channel = await schema.seed.seedChannel({ ...place, name: 'alerts' })
  })

  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()))
  })

  const start: ChatNodes['start'] = (options = {}) => {
    const node = schema.node(options)
    const webhooks = createIncomingWebhooks({
      adapters: node.chat.adapters,
      log: false,
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'https://chat.example',
    })
    const told: ChatChange[] = []
    node.chat.onChange((change) => told.push(change))
    const app = express().use('/hooks', webhooks.hooksRouter)
    const close = async (): Promise<void> => {
      await webhooks.close()
      await node.close()
    }
    open.push({ close })
    return { ...node, webhooks, app, told, close }
  }
  return {
    schema: () => schema,
    alice: () => alice,
    channel: () => channel,
    start,
    startTwo: async () => {
      const nodes: [Node, Node] = [start(), start()]
      await Promise.all(nodes.map(({ chat }) => chat.caughtUp()))
      return nodes
    },
    hookOf: async ({ webhooks }) => {
      const fields = { channelId: channel.id, displayName: 'Alerts' }
      const { id, key } = await webhooks.manage.create(alice.id, fields)
      return { id, path: `/hooks/${key}` }
    },
    post: (changes = {}) => newPost({ channelId: channel.id, userId: alice.id, ...changes }),
  }
}

export function postTo(node: Node, path: string, text = 'hello'): request.Test {
  return request(node.app).post(path).send({ text })
}

export function messagesTold({ told }: Pick<Node, 'told'>): string[] {
  return told.flatMap((change) =>
    change.kind === 'posted' ? change.posts.map(({ message }) => message) : [],
  )
}

/** The statements that the connections of a pool send from now on. */
export function record(pool: pg.Pool): string[] {
  const texts: string[] = []
  const wrap = (client: pg.PoolClient): void => {
    const query: unknown = Reflect.get(client, 'query')
    if (typeof query !== 'function') return
    Object.assign(client, {
      query: (...args: readonly unknown[]): unknown => {
        const [statement] = args
        const isObject = typeof statement === 'object' && statement !== null
        texts.push(String(isObject ? Reflect.get(statement, 'text') : statement))
        const result: unknown = Reflect.apply(query, client, args)
        return result
      },
    })
  }
  pool.on('acquire', (client) => {
    if (!Object.hasOwn(client, 'query')) wrap(client)
  })
  return texts
}
