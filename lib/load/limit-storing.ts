import type { DeliveryAdapters } from '../adapters/types.js'
import type { Admission } from './admission.js'

/** The same adapters, but batches that cannot be stored in time are rejected. */
export function limitStoring(adapters: DeliveryAdapters, admission: Admission): DeliveryAdapters {
  const { posts } = adapters
  return {
    ...adapters,
    posts: {
      promises: posts.promises,
      findBatch: (webhookId, key) => posts.findBatch(webhookId, key),
      findById: (id) => posts.findById(id),
      createBatch: (batch) => admission.store(() => posts.createBatch(batch)),
    },
  }
}
