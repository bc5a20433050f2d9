import type {
  Channel,
  Credentials,
  IncomingWebhook,
  Session,
  Settings,
  User,
} from '../../model/records.js'
import type { KeptBatch } from './kept-batches.js'
import type { KeptPosts } from './kept-posts.js'
import type { ThingsByWebhook } from './things.js'

/** The data of the memory adapters; fill it to prepare a test or a demo. Nothing survives the process. */
export interface MemoryHost {
  readonly users: Map<string, User>
  readonly credentials: Map<string, Credentials>
  readonly channels: Map<string, Channel>
  /** The ids of members, by channel id. */
  readonly members: Map<string, Set<string>>
  readonly posts: KeptPosts
  readonly batches: Map<string, KeptBatch>
  readonly things: ThingsByWebhook
  readonly webhooks: Map<string, IncomingWebhook>
  readonly sessions: Map<string, Session>
  settings: Settings
}
