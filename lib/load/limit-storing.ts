import type { CheckedDelivery } from '../host/checked.js'
import type { Admission } from './admission.js'

/** The same adapters, but batches wait for their turn, and those that cannot be stored in time are rejected. */
export function limitStoring(adapters: CheckedDelivery, admission: Admission): CheckedDelivery {
  const { posts } = adapters
  return {
    ...adapters,
    posts: {
      ...posts,
      createBatch: (batch) =>
        admission.store(
          () => posts.createBatch(batch),
          () => JSON.stringify(batch.posts).length,
        ),
    },
  }
}
