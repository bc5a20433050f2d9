/** What people need who write a store, or adapters for one. */
export type { OwnMessages, PlainStores, StoredMessage, Stores } from './stores.js'
export type {
  Adapters,
  AttentionFilter,
  BatchResult,
  ChannelsAdapter,
  CountersAdapter,
  DeliveriesAdapter,
  DeliveryAdapters,
  Guarantee,
  IdempotencyRecord,
  LogsAdapter,
  MaybePromise,
  PostBatch,
  PostChanges,
  PostsAdapter,
  SessionsAdapter,
  SettingsAdapter,
  SignInAdapters,
  StoredBatch,
  StoredWebhook,
  UsersAdapter,
  WebhookChanges,
  WebhookFilter,
  WebhooksAdapter,
} from './types.js'
export { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../model/defaults.js'
export { isMeant, REQUEST_SHARES } from '../model/deliveries.js'
export type {
  DeliveryFilter,
  DeliveryLimits,
  DeliveryPage,
  DeliveryRecord,
  NewDelivery,
} from '../model/deliveries.js'
export type { NewPost, Session, StoredPost, Taken } from '../model/records.js'
export { attentionFirst, expectingFirst, webhookPage } from './webhook-page.js'
export { KeyBudget } from '../rules/key-budget.js'
export { takeFrom } from '../rules/bucket.js'
export { withFirstId, withPostId } from '../rules/stored-post.js'
