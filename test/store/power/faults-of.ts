import type { ChatStore } from '../../../example-host/store/index.js'
import {
  findIncident,
  firstPost,
  type History,
  type Message,
  OWN_CHANNEL,
  ownPost,
  type Register,
  INCIDENT_CHANNEL,
} from './workload.js'

/**
 * What is wrong in a store that was opened after a power cut, when the disk had seen `cut`
 * operations: one line each, none when it kept all that had been acknowledged, whole and once.
 */
export async function faultsOf(store: ChatStore, history: History, cut: number): Promise<string[]> {
  const page = await store.posts.page('channel', { perPage: 10_000 })
  const posts = [...page].reverse()
  const faults = posts.flatMap(({ createAt, message }, i) =>
    i > 0 && createAt <= (posts[i - 1]?.createAt ?? 0) ? [`${message} is not later`] : [],
  )
  const texts = posts.map(({ message }) => message)
  const stored = new Set<Message>()
  for (const message of history.messages) {
    const found = placeOf(texts, message)
    if (found === 'in pieces') faults.push(`${message.texts.join(', ')}: in pieces, or twice`)
    else if (found === 'whole') stored.add(message)
  }
  for (const message of history.messages)
    faults.push(...messageFaults(message, stored, history, cut))
  faults.push(...(await keyFaults(store, stored)))
  faults.push(...(await threadFaults(store)))
  for (const [name, register] of history.registers) {
    const value = await valueOf(store, name)
    if (!mayBe(register, value, cut)) faults.push(`${name} is ${String(value)}`)
  }
  return faults
}

function placeOf(
  texts: readonly string[],
  { texts: parts }: Message,
): 'absent' | 'whole' | 'in pieces' {
  const places = texts.flatMap((text, place) => (parts.includes(text) ? [place] : []))
  if (places.length === 0) return 'absent'
  const [first = 0] = places
  const isWhole = places.length === parts.length && parts.every((t, i) => texts[first + i] === t)
  return isWhole ? 'whole' : 'in pieces'
}

function messageFaults(
  message: Message,
  stored: ReadonlySet<Message>,
  { messages }: History,
  cut: number,
): string[] {
  const { key, began, acknowledged } = message
  const name = message.texts.join(', ')
  // With a key, an earlier message may stand for it.
  const same = key === null ? [message] : messages.filter((other) => other.key === key)
  const there = same.filter((other) => stored.has(other))
  if (there.length > 1) return [`${name} is there beside another of its key`]
  if (acknowledged <= cut && there.length === 0) return [`${name} was acknowledged and is lost`]
  if (began > cut && stored.has(message)) return [`${name} is there before it was sent`]
  return []
}

/** A message and its key are stored by one commit: one is never there without the other. */
async function keyFaults(store: ChatStore, stored: ReadonlySet<Message>): Promise<string[]> {
  const faults: string[] = []
  for (const { key, texts } of stored) {
    if (key === null) continue
    const batch = await store.adapters.posts.findBatch('webhook', key)
    const found = batch?.posts.map(({ message }) => message).join() ?? 'nothing'
    if (found !== texts.join()) faults.push(`${key} stands for ${found}`)
  }
  return faults
}

/** Replies go with their root, wherever the power was cut. */
async function threadFaults(store: ChatStore): Promise<string[]> {
  const page = await store.posts.page(OWN_CHANNEL, { perPage: 1_000 })
  const ids = new Set(page.map(({ id }) => id))
  const left = page.filter(({ rootId }) => rootId !== '' && !ids.has(rootId))
  return left.map(({ id }) => `${id} replies to a post that is gone`)
}

async function valueOf(store: ChatStore, name: string): Promise<unknown> {
  if (name === 'settings') {
    return (await store.adapters.settings.get()).enablePostUsernameOverride
  }
  if (name === 'the first post') return (await firstPost(store)).props['round'] ?? null
  if (name === 'the message of a person') {
    const own = await ownPost(store)
    return own ? Number(own.message) : null
  }
  if (name === 'the incident') return incidentValue(store)
  const webhook = await store.adapters.webhooks.findById(name)
  return webhook ? Number(webhook.displayName) : null
}

/** The incident, its post and the last reply are stored by one commit, and say the same. */
async function incidentValue(store: ChatStore): Promise<unknown> {
  const incident = await findIncident(store)
  const posts = await store.posts.page(INCIDENT_CHANNEL, { perPage: 1_000 })
  if (!incident) return posts.length === 0 ? null : 'without its incident'
  const root = await store.posts.byId(incident.postId)
  const said = [incident.title, root?.message, posts[0]?.message]
  const isWhole = posts.length === incident.version && new Set(said).size === 1
  return isWhole ? Number(incident.title) : `in pieces: ${said.join()}, ${posts.length} posts`
}

/** The last value that was acknowledged, or the one that was on its way. */
function mayBe({ values }: Register, value: unknown, cut: number): boolean {
  const last = values.findLastIndex(({ acknowledged }) => acknowledged <= cut)
  const possible = values.slice(Math.max(0, last)).filter(({ began }) => began <= cut)
  const first = last < 0 ? [null, false] : []
  return [...first, ...possible.map((entry) => entry.value)].includes(value)
}
