import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { signIn } from '../../support/chat-host.js'
import { soon } from '../../support/until.js'
import { exchange } from './exchange.js'
import type { Nodes } from './nodes.js'
import type { Senders } from './senders.js'
import { PASSWORD } from './stores.js'

/** So seldom, and so few at a time, that nodes do not take the keys of deleted webhooks for guesses. */
const PAUSE_MS = 3_000
const AT_ONCE = 10
/** After this time, every node has noticed a change. */
const NOTICED_MS = 1_000
const LOOK_MS = 20

const WEBHOOK = z.object({
  id: z.string(),
  description: z.string(),
  together: z.string(),
  key: z.string().optional(),
  incident_path: z.string().optional(),
  thing_path: z.string().optional(),
})
const CONFIG = z.object({ ServiceSettings: z.object({ EnablePostIconOverride: z.boolean() }) })
const INCIDENT_PATH = 'alert.id'

/** Calls of the management API with the token of one session, which all nodes accept. */
export type Manage = (url: string, method: string, path: string, body?: unknown) => Promise<unknown>

export function manageWith(nodes: Nodes, token: string): Manage {
  return async (url, method, path, body) => {
    const { status, text } = await exchange(nodes, `${url}/api/v4${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path} answered ${status}: ${text}`)
    const answer: unknown = JSON.parse(text)
    return answer
  }
}

export interface ManagementParts {
  readonly nodes: Nodes
  readonly manage: Manage
  readonly senders: Senders
  readonly channelId: string
}

/** Changes settings and webhooks on one node, and uses them on the other. */
export class Management {
  /** What one version did not see of the other. */
  readonly unseen: string[] = []
  /** How long after a change a node was asked that did not know of it, at most, in milliseconds. */
  slowestMs = 0
  changes = 0
  readonly #parts: ManagementParts

  constructor(parts: ManagementParts) {
    this.#parts = parts
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    const trials = new Set([this.#tried(() => this.#changeSettings(isOver))])
    for (let turn = 0; !isOver(); turn += 1) {
      if (trials.size < AT_ONCE) {
        const trial = this.#tried(() => this.#useWebhook(turn))
        trials.add(trial)
        void trial.then(() => trials.delete(trial))
      }
      await sleep(PAUSE_MS)
    }
    await Promise.all(trials)
  }

  async #tried(trial: () => Promise<void>): Promise<void> {
    try {
      await trial()
    } catch (error) {
      this.unseen.push(String(error))
    }
  }

  async #changeSettings(isOver: () => boolean): Promise<void> {
    const { nodes, manage } = this.#parts
    for (let turn = 0; !isOver(); turn += 1) {
      const node = nodes.url(turn)
      const value = turn % 2 === 0
      await manage(node, 'PUT', '/config/patch', {
        ServiceSettings: { EnablePostIconOverride: value },
      })
      const account = { login_id: 'admin', password: PASSWORD }
      const token = await soon('signing in', () => signIn(node, account))
      const other = await nodes.other(node)
      await this.#seen('a setting', async () => {
        const config = await manageWith(nodes, token)(other, 'GET', '/config')
        return CONFIG.parse(config).ServiceSettings.EnablePostIconOverride === value
      })
      await sleep(PAUSE_MS / 3)
    }
  }

  /** The life of a webhook, each part of which is on the other node than the one before. */
  async #useWebhook(turn: number): Promise<void> {
    const { nodes, manage, channelId } = this.#parts
    const name = randomUUID()
    const fields = { channel_id: channelId, display_name: `of ${name}`, together: 'edit' }
    let node = nodes.url(turn)
    const created = WEBHOOK.parse(
      await manage(node, 'POST', '/hooks/incoming', {
        ...fields,
        incident_path: INCIDENT_PATH,
        thing_path: INCIDENT_PATH,
      }),
    )
    const path = `/hooks/incoming/${created.id}`
    const found = async (): Promise<z.infer<typeof WEBHOOK>> =>
      WEBHOOK.parse(await manage(node, 'GET', path))

    node = await nodes.other(node)
    await this.#seen('a new webhook', async () => {
      const { together, incident_path, thing_path } = await found()
      return together === 'edit' && (incident_path ?? thing_path) === INCIDENT_PATH
    })
    const first = await this.#reportBy(node, created.key, name, 'open')
    await manage(node, 'PUT', path, { id: created.id, ...fields, description: name })

    node = await nodes.other(node)
    await this.#seen('a description', async () => (await found()).description === name)
    const { key } = WEBHOOK.parse(await manage(node, 'POST', `${path}/regen_key`))
    const own = await found()
    const isWhole = (own.incident_path ?? own.thing_path) === INCIDENT_PATH
    if (!isWhole || own.together !== 'edit') this.unseen.push(`${path} has lost a field`)

    node = await nodes.other(node)
    const second = await this.#reportBy(node, key, name, 'closed')
    if (first !== second) this.unseen.push(`${path}: two posts of one incident`)
    await manage(node, 'DELETE', path)

    node = await nodes.other(node)
    await this.#seen('that a webhook is gone', async () => {
      const text = JSON.stringify({ text: 'to nobody' })
      const headers = { 'Content-Type': 'application/json' }
      const request = { method: 'POST', headers, body: text }
      return (await exchange(nodes, `${node}/hooks/${key ?? ''}`, request)).status === 404
    })
  }

  /** The id of its post. */
  async #reportBy(
    node: string,
    key: string | undefined,
    name: string,
    state: string,
  ): Promise<string | undefined> {
    const { senders } = this.#parts
    const url = `${node}/hooks/${key ?? ''}?wait=true`
    const body = { text: `incident-of ${name} is ${state}`, alert: { id: name } }
    const headers = { 'Correlation-State': state, 'Idempotency-Key': randomUUID() }
    return (await senders.post(url, body, headers))?.posts[0]?.id
  }

  async #seen(what: string, isSeen: () => Promise<boolean>): Promise<void> {
    this.changes += 1
    const changedAt = performance.now()
    for (;;) {
      const askedAt = performance.now()
      const isThere = await isSeen()
      if (isThere) return
      const since = askedAt - changedAt
      this.slowestMs = Math.max(this.slowestMs, since)
      if (since > NOTICED_MS) throw new Error(`${what} was not seen within ${NOTICED_MS} ms`)
      await sleep(LOOK_MS)
    }
  }
}
