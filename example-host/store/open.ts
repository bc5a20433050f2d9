import { join } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import type { SignInAdapters } from 'express-incoming-webhooks/adapters'
import { channelsAdapter, chatChannels, readMarks } from './channels.js'
import type { JsonStore, Presence, StoreOptions } from './chat-store.js'
import { prepareDirectory } from './disk/directory.js'
import { nodeFileSystem, type StoreFs } from './disk/fs.js'
import { Journal } from './disk/journal.js'
import { loadStore, type Loaded } from './disk/load.js'
import { type Lock, takeLock } from './disk/lock.js'
import { createSnapshots } from './disk/snapshot.js'
import { forgetting } from './forget/files.js'
import { createHeapGuard, FULL, type HeapGuard, processHeap } from './heap.js'
import { createId } from './ids.js'
import { createListeners } from './listeners.js'
import { fileAudit } from './log/audit.js'
import { fileDeliveries } from './log/deliveries.js'
import type { StoreChange } from './memory/rows.js'
import { chatPosts, postsAdapter } from './posts.js'
import { sessionsAdapter } from './sessions.js'
import { settingsAdapter } from './settings.js'
import { chatUsers, usersAdapter } from './users.js'
import { webhooksAdapter } from './webhooks.js'
import { createWriter, type Writer } from './writer.js'

/**
 * Opens the store in `dir`, making it if there is none. Throws `StoreInUse` while another process
 * has it, `StoreCorrupt` with the file, and the byte if one is known, when a file is damaged.
 */
export async function openStore(options: StoreOptions): Promise<JsonStore> {
  const { fs = nodeFileSystem, log = () => undefined } = options
  const directory = await prepareDirectory(fs, options.dir, log)
  const lock = await takeLock(fs, directory)
  let loaded: Loaded
  try {
    loaded = await loadStore(fs, directory, log)
  } catch (error) {
    await lock.release()
    throw error
  }
  const { store, writer } = assemble({ ...options, fs, log, directory, loaded, lock })
  try {
    if (store.teams.length === 0) {
      const team = { id: createId(), name: 'main', displayName: 'Main', createAt: writer.clock() }
      await writer.commit({ put: { teams: [team] } })
    }
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

interface Parts extends StoreOptions {
  readonly fs: StoreFs
  readonly log: HookLog
  readonly directory: string
  readonly loaded: Loaded
  readonly lock: Lock
}

function assemble(parts: Parts): { store: JsonStore; writer: Writer } {
  const { log, directory, loaded, lock, clock = Date.now, heap = processHeap() } = parts
  const { db, model } = loaded
  const { follow, notify } = createListeners(log)
  const journal = new Journal({ ...parts, start: loaded.journal })
  const snapshots = createSnapshots({ ...parts, ...loaded, journal, clock })
  const guard = createHeapGuard({ heap, log })
  const lastTime = Math.max(db.data.lastTime, model.timeline.lastTime())
  const onApplied = (changes: readonly StoreChange[]) => {
    changes.forEach(notify)
    snapshots.startIfDue()
  }
  const writer = createWriter({ model, journal, guard, clock, lastTime, onApplied })
  const close = async () => {
    try {
      await writer.finish()
      await snapshots.finish()
      await journal.close()
    } finally {
      guard.stop()
      await lock.release()
    }
  }
  const audit = fileAudit(join(directory, 'audit'), clock, parts.auditRetention)
  const channels = chatChannels(writer)
  let closing: Promise<void> | null = null
  const store: JsonStore = {
    adapters: { ...adaptersOf(writer), deliveries: fileDeliveries(join(directory, 'log')) },
    users: chatUsers(writer),
    get teams() {
      return model.tables.teams.all()
    },
    channels,
    posts: chatPosts(writer, channels),
    follow,
    audit,
    forget: forgetting({ writer, audit, compact: snapshots.compact }),
    presence: localPresence(),
    ...readMarks(writer),
    noteRefusal: journal.noteRefusal,
    health: () => ({ ...stateOf(journal, guard), journaledBytes: snapshots.journaled() }),
    close: async () => (closing ??= close()),
  }
  return { store, writer }
}

function stateOf(journal: Journal, guard: HeapGuard) {
  const known = journal.state()
  const isFull = known.state === 'ok' && guard.isFull()
  return isFull ? ({ ...known, state: 'full', reason: FULL } as const) : known
}

/** For the only node of a store. */
function localPresence(): Presence {
  const connected = new Set<string>()
  return {
    note: (userId, isOnline) => {
      if (isOnline) connected.add(userId)
      else connected.delete(userId)
    },
    online: (userIds) => new Set(userIds.filter((id) => connected.has(id))),
  }
}

function adaptersOf(writer: Writer): SignInAdapters {
  return {
    guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
    users: usersAdapter(writer),
    channels: channelsAdapter(writer),
    posts: postsAdapter(writer),
    webhooks: webhooksAdapter(writer),
    settings: settingsAdapter(writer),
    sessions: sessionsAdapter(writer),
  }
}
