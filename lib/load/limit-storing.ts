import type { MaybePromise } from '../adapters/types.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { CheckedResult } from '../host/read-records.js'
import type { Admission } from './admission.js'

/**
 * The same adapters, but batches wait for their turn, and those that cannot be stored in time are rejected.
 * `measured` runs each call.
 */
export function limitStoring(
  adapters: CheckedDelivery,
  admission: Admission,
  measured: (store: () => MaybePromise<CheckedResult>) => Promise<CheckedResult>,
): CheckedDelivery {
  const { posts } = adapters
  return {
    ...adapters,
    posts: {
      ...posts,
      createBatch: (batch) =>
        admission.store(
          () => measured(() => posts.createBatch(batch)),
          () => JSON.stringify(batch.posts).length,
        ),
    },
  }
}
