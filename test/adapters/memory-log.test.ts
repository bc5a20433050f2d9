import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import { MemoryDeliveries } from '../../lib/adapters/memory/deliveries.js'
import { copyOf } from '../../lib/model/json.js'
import { openMemory } from '../support/memory-session.js'

/** With the log that a process has if its host gives none. Only the library appends to it, and spares the copies. */
function openOwn(): ConformanceSession {
  const session = openMemory()
  const log = new MemoryDeliveries()
  const deliveries = {
    append: (entries: Parameters<typeof log.append>[0]) => {
      log.append(entries.map((entry) => copyOf(entry)))
    },
    list: (...asked: Parameters<typeof log.list>) => log.list(...asked),
    find: (webhookId: string, id: string) => log.find(webhookId, id),
    prune: (limits: Parameters<typeof log.prune>[0]) => {
      log.prune(limits)
    },
    deleteFor: (webhookId: string) => {
      log.deleteFor(webhookId)
    },
  }
  return { ...session, adapters: { ...session.adapters, deliveries } }
}

describeAdapters('the memory adapters with the log of a process', openOwn)
