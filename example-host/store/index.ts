export type {
  ChatPosts,
  ChatStore,
  Following,
  JsonStore,
  ListPage,
  NewChannel,
  Presence,
  StoreOptions,
  Unread,
} from './chat-store.js'
export { type PageQuery, SINCE_LIMIT } from './memory/channel-posts.js'
export { StoreConflict, StoreCorrupt, StoreFailed, StoreInUse } from './errors.js'
export { nodeFileSystem, type StoreFile, type StoreFs } from './disk/fs.js'
export type { Heap } from './heap.js'
export { createId } from './ids.js'
export { NOTHING_UNREAD } from './channels.js'
export { openStore } from './open.js'
export { storable } from './storable.js'
export type { Replies } from './memory/timeline.js'
export type { PostReader, PostSlice } from './memory/post-reader.js'
export type { ChatChannel, Member, StoreChange, StoredPost, Team } from './memory/rows.js'
