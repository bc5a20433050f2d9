import { setImmediate } from 'node:timers/promises'
import { KeyBudget } from 'express-incoming-webhooks/adapters'
import { type Commit, type Indexes, indexesOf, TABLE_NAMES, type Tables } from './tables.js'
import type { WrittenPost } from './kept-post.js'
import type { ChatChannel, StoreChange } from './rows.js'
import { Timeline } from './timeline.js'
import { surplus } from './webhook-incidents.js'

/** A commit whose posts have been written. */
export interface WrittenCommit extends Omit<Commit, 'posts'> {
  readonly posts: readonly WrittenPost[]
}

/** Rows that are checked before the event loop gets its turn. */
const ROWS_AT_ONCE = 1_000

export type Model = ReturnType<typeof createModel>

/** All that the store holds. All of it is durable: a commit is applied only once it is on the disk. */
export function createModel(tables: Tables) {
  const indexes = indexesOf(tables)
  const timeline = new Timeline()
  keepWithinBudget(tables)
  return {
    tables,
    indexes,
    timeline,
    /** Returns what listeners are notified of. */
    apply: (commit: WrittenCommit): readonly StoreChange[] => {
      const { channels, members, sessions } = tables
      const { put = {}, delete: gone = {}, byUserId = '' } = commit
      const changes: StoreChange[] = channels
        .rowsIn(put.channels)
        .flatMap((channel) => changeOf(channel, channels.get(channel.id)))
      const joined = members.newIn(put.members)
      const left = (gone.members ?? []).flatMap((key) => members.get(key) ?? [])
      const ended = (gone.sessions ?? []).flatMap((key) => sessions.get(key)?.userId ?? [])
      const written = commit.posts.flatMap((each) => {
        const kind = timeline.put(each)
        return kind === null ? [] : [{ kind, post: each.post }]
      })
      applyRows(tables, indexes, commit)

      const tell = (channelId: string, change: (channel: ChatChannel) => StoreChange) => {
        const channel = channels.get(channelId)
        if (channel) changes.push(change(channel))
      }
      for (const { channelId, userId } of joined) {
        tell(channelId, (channel) => ({ kind: 'memberAdded', channel, userId, byUserId }))
      }
      for (const { channelId, userId } of left) {
        tell(channelId, (channel) => ({ kind: 'memberRemoved', channel, userId, byUserId }))
      }
      // Posts of one commit are all in one channel.
      const posts = written.filter(({ kind }) => kind === 'posted').map(({ post }) => post)
      const [first] = posts
      if (first) tell(first.channelId, (channel) => ({ kind: 'posted', posts, channel }))
      for (const { kind, post } of written) {
        if (kind !== 'posted') tell(post.channelId, (channel) => ({ kind, post, channel }))
      }
      for (const userId of new Set(ended)) changes.push({ kind: 'signedOut', userId })
      return changes
    },
    /** Drops expired idempotency keys, incidents and sessions, a few at a time. */
    forgetExpired: async (now: number) => {
      let seen = 0
      for (const name of ['batches', 'sessions', 'things'] as const) {
        for (const [key, { expiresAt }] of tables[name]) {
          if (expiresAt <= now) tables[name].remove(key)
          if ((seen += 1) % ROWS_AT_ONCE === 0) await setImmediate()
        }
      }
    },
  }
}

/** Counts idempotency keys, and drops the oldest ones of a webhook beyond what it may keep. */
function keepWithinBudget({ batches }: Tables) {
  const budget = new KeyBudget()
  batches.follow({
    add: (row) => {
      const { length } = JSON.stringify(row)
      for (const key of budget.put(row.webhookId, batches.keyOf(row), length)) batches.delete(key)
    },
    delete: (row) => budget.delete(row.webhookId, batches.keyOf(row)),
  })
}

function changeOf(channel: ChatChannel, known: ChatChannel | undefined): StoreChange[] {
  if (!known) return [{ kind: 'channelCreated', channel }]
  if (known.deleteAt === 0 && channel.deleteAt !== 0) return [{ kind: 'channelArchived', channel }]
  const isSame = known.purpose === channel.purpose && known.deleteAt === channel.deleteAt
  return isSame ? [] : [{ kind: 'channelChanged', channel }]
}

function applyRows(
  tables: Tables,
  { incidents }: Indexes,
  { put = {}, delete: gone = {} }: WrittenCommit,
) {
  const { batches, things } = tables
  // A known one moves to the end: the budget drops rows in the order of the journal, which is replayed
  // over a state that knows some of them.
  for (const row of batches.rowsIn(put.batches)) batches.remove(batches.keyOf(row))
  for (const name of TABLE_NAMES) tables[name].putAll(put[name])
  for (const row of things.rowsIn(put.things)) {
    const incident = surplus(incidents.get(row.webhookId) ?? new Set(), row)
    if (incident) things.remove(things.keyOf(incident))
  }
  for (const name of TABLE_NAMES) for (const key of gone[name] ?? []) tables[name].remove(key)
  // Incidents go with their webhook, without a record for each of them.
  for (const webhookId of gone.webhooks ?? []) {
    const ofWebhook = incidents.get(webhookId) ?? []
    incidents.delete(webhookId)
    for (const incident of ofWebhook) things.delete(things.keyOf(incident))
  }
}
