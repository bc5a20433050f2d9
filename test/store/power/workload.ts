import type { HookPost } from 'express-incoming-webhooks'
import fc from 'fast-check'
import type { ChatStore } from '../../../example-host/store/index.js'
import { newPost, newIncident, newWebhook, onceFor, type Incident } from '../support.js'

/** What somebody does with the store. */
export type Step =
  | {
      readonly do: 'post'
      readonly parts: number
      readonly key: number | null
      /** Bytes of each part, besides what it says. */
      readonly bytes: number
    }
  | { readonly do: 'change' }
  /** A person writes the one message of theirs, edits it while it is there, or deletes it. */
  | { readonly do: 'write' | 'withdraw' }
  /** A program reports about its one incident again: a post at first, then an edit of it and a reply. */
  | { readonly do: 'report' }
  | { readonly do: 'rename webhook' | 'delete webhook'; readonly webhook: number }
  | { readonly do: 'switch' }
  /** Until all before it has been answered. */
  | { readonly do: 'wait' }
  | { readonly do: 'restart' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      parts: fc.integer({ min: 1, max: 3 }),
      key: fc.option(fc.integer({ min: 0, max: 3 })),
      // Some take several pages of the disk.
      bytes: fc.constantFrom(0, 0, 100, 5_000, 12_000),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'change' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'report' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('write' as const, 'withdraw' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('rename webhook' as const, 'delete webhook' as const),
      webhook: fc.integer({ min: 0, max: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'switch' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
)

export const anyWorkload = fc.array(anyStep, { minLength: 8, maxLength: 16 })

/** A message of some parts. Times are counts of operations on the disk. */
export interface Message {
  readonly texts: readonly string[]
  readonly key: string | null
  readonly began: number
  /** When it was answered. */
  acknowledged: number
}

/** Something that has one value at a time, and the values it was given one after another. */
export interface Register {
  readonly values: { readonly value: unknown; readonly began: number; acknowledged: number }[]
  running: Promise<void>
}

/** What was asked of a store, and what was answered when. */
export interface History {
  readonly messages: Message[]
  readonly registers: Map<string, Register>
}

/** Does one step. Answers at once; what is running is added to `running`. */
export class Worker {
  readonly history: History = { messages: [], registers: new Map() }
  readonly #now: () => number
  readonly #running = new Set<Promise<void>>()
  #count = 0

  /** `now`: how many operations the disk has seen. */
  constructor(now: () => number) {
    this.#now = now
  }

  start(store: ChatStore, step: Step): void {
    const number = this.#count++
    switch (step.do) {
      case 'post':
        this.#run(this.#post(store, number, step))
        break
      case 'change':
        this.#set('the first post', number, async () => changeFirst(store, number))
        break
      case 'report':
        this.#set('the incident', number, async () => report(store, number))
        break
      case 'write':
        this.#set('the message of a person', number, async () => writeOwn(store, number))
        break
      case 'withdraw':
        this.#set('the message of a person', null, async () => deleteOwn(store))
        break
      case 'rename webhook':
      case 'delete webhook': {
        const id = `webhook-${step.webhook}`
        const value = step.do === 'delete webhook' ? null : number
        this.#set(id, value, async () => setWebhook(store, id, value))
        break
      }
      case 'switch': {
        const changes = { enablePostUsernameOverride: number % 2 === 0 }
        this.#set('settings', number % 2 === 0, () => store.adapters.settings.update(changes))
        break
      }
    }
  }

  async wait(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #run(work: Promise<void>): void {
    const settled = work.finally(() => this.#running.delete(settled))
    this.#running.add(settled)
  }

  async #post(
    store: ChatStore,
    number: number,
    { parts, key, bytes }: Extract<Step, { do: 'post' }>,
  ): Promise<void> {
    const texts = Array.from({ length: parts }, (_, part) => `${number}.${part} of ${parts}`)
    const name = key === null ? null : `key-${key}`
    const message: Message = { texts, key: name, began: this.#now(), acknowledged: Infinity }
    this.history.messages.push(message)
    const props = { padding: 'x'.repeat(bytes) }
    const posts = texts.map((text) => newPost(text, { props }))
    await store.adapters.posts.createBatch({ posts, ...(name && { once: onceFor(name) }) })
    message.acknowledged = this.#now()
  }

  // One after another: which of two at once wins is for another test.
  #set(name: string, value: unknown, action: () => unknown): void {
    const register = this.history.registers.get(name) ?? { values: [], running: Promise.resolve() }
    this.history.registers.set(name, register)
    register.running = register.running.then(async () => {
      const entry = { value, began: this.#now(), acknowledged: Infinity }
      register.values.push(entry)
      await action()
      entry.acknowledged = this.#now()
    })
    this.#run(register.running)
  }
}

/** The first message, which is there before the work begins. */
export const FIRST = 'the first'

export async function firstPost(store: ChatStore): Promise<HookPost> {
  const page = await store.posts.page('channel', { perPage: 1_000 })
  const first = page.at(-1)
  if (first?.message !== FIRST) throw new Error('The first post is not the first')
  return first
}

async function changeFirst(store: ChatStore, round: number): Promise<void> {
  const { id, version = 0 } = await firstPost(store)
  const changes = { props: { round }, version: version + 1 }
  await store.adapters.posts.update(id, changes, version)
}

/** Where a person writes, and others answer. */
export const OWN_CHANNEL = 'own'

/** The message of the person, or null. */
export async function ownPost(store: ChatStore): Promise<HookPost | null> {
  const page = await store.posts.page(OWN_CHANNEL, { perPage: 1_000 })
  return page.find(({ rootId }) => rootId === '') ?? null
}

async function writeOwn(store: ChatStore, round: number): Promise<void> {
  const own = await ownPost(store)
  if (own) {
    await store.posts.edit(own.id, String(round))
    return
  }
  const by = { channelId: OWN_CHANNEL, userId: 'user' }
  const { id } = await store.posts.create({ ...by, message: String(round) })
  await store.posts.create({ ...by, message: 'a reply', rootId: id })
}

async function deleteOwn(store: ChatStore): Promise<void> {
  const own = await ownPost(store)
  if (own) await store.posts.delete(own.id)
}

/** Where a program reports about its incident. */
export const INCIDENT_CHANNEL = 'alerts'

const INCIDENT = newIncident('db-1', {
  channelId: INCIDENT_CHANNEL,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

export async function findIncident(store: ChatStore): Promise<Incident | null> {
  const { webhookId, channelId, key } = INCIDENT
  const found = await store.adapters.posts.findIncident(webhookId, channelId, key)
  if (!found) return null
  const { title, postId, version } = found
  return { ...INCIDENT, title: String(title), postId: String(postId), version: Number(version) }
}

async function report(store: ChatStore, round: number): Promise<void> {
  const known = await findIncident(store)
  const title = String(round)
  const post = (rootId: string) => newPost(title, { channelId: INCIDENT_CHANNEL, rootId })
  if (!known) {
    const incident = { incident: { ...INCIDENT, title }, expectedVersion: null }
    await store.adapters.posts.createBatch({ posts: [post('')], incident })
    return
  }
  const { postId, version } = known
  await store.adapters.posts.createBatch({
    posts: [post(postId)],
    edit: {
      id: postId,
      changes: { message: title, version },
      expectedVersion: version - 1,
    },
    incident: { incident: { ...known, title, version: version + 1 }, expectedVersion: version },
  })
}

async function setWebhook(store: ChatStore, id: string, value: number | null): Promise<void> {
  const { webhooks } = store.adapters
  if (value === null) await webhooks.delete(id)
  else if (await webhooks.findById(id)) {
    await webhooks.update(id, { displayName: String(value) }, 0)
  } else await webhooks.create(newWebhook(id, { displayName: String(value) }))
}
