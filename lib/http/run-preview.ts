import { asIfWritten } from '../host/as-if-written.js'
import type { RunPreview } from '../manage/preview.js'
import { createDeliver, type DeliverOptions } from '../pipeline/deliver.js'
import { createOwnPosts } from '../pipeline/own-posts.js'
import { createStoreTogether } from '../pipeline/together.js'
import { coverOf } from '../rules/signatures.js'
import type { HookParts } from './hook-handler.js'
import { createSendReceipt, type Permalink } from './receipts.js'
import { runSent, UNNOTED } from './run-sent.js'
import { isActive } from '../rules/alive.js'

/** What a preview leaves out of a request: nobody is counted, kept waiting, noted or told. */
const UNSEEN = {
  ...UNNOTED,
  admission: { admit: (run) => run() },
  rateLimits: { ...UNNOTED.rateLimits, turnOf: () => null },
  // As if its sender had signed it.
  checkSender: (_req, _webhook, verification) => ({ covers: coverOf(verification) }),
  count: () => undefined,
  recordRequest: () => ({ detail: '' }),
} satisfies Partial<HookParts>

/** Runs requests through the hook endpoint with adapters that write nothing. */
export function createRunPreview(
  parts: HookParts,
  storing: Omit<DeliverOptions, 'storeTogether'> & { readonly permalink: Permalink },
): RunPreview {
  const adapters = asIfWritten(storing.adapters, storing.clock)
  const unwritten = { ...storing, adapters, announce: () => undefined }
  const shared = {
    ...parts,
    ...UNSEEN,
    ownPosts: createOwnPosts(unwritten),
    sendReceipt: createSendReceipt(adapters.channels, storing.permalink),
  }
  return (webhook, sent) => {
    // Its own, because reports of one incident are otherwise stored together, and wait for each other.
    const deliver = createDeliver({ ...unwritten, storeTogether: createStoreTogether(unwritten) })
    return runSent(
      {
        ...shared,
        deliver,
        // Whatever address its senders have.
        findWebhook: async (_key, now) => ({
          webhook: { ...webhook, allowedAddresses: [] },
          used: isActive(webhook, now) ? 'current' : null,
        }),
      },
      sent,
    )
  }
}
