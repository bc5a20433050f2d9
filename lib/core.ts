import { type AdapterNeeds, checkAdapters } from './adapters/check.js'
import type { CheckedDelivery } from './host/checked.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type { CountersAdapter, DeliveryAdapters, WebhooksAdapter } from './adapters/types.js'
import { createAnnounce } from './host/announce.js'
import { createHostAdapters } from './host/host-adapters.js'
import { createTellMistake, type TellMistake } from './host/host-mistakes.js'
import { defaultPermalink, type Permalink, safely } from './http/receipts.js'
import { type Caller, checkOptions, tellIdleOptions } from './option-table.js'
import type { DeliveryOptions } from './options.js'
import { type ResolvedOptions, resolveOptions } from './resolved-options.js'

/** The adapters of a host with checked calls and with counters. */
export type Counted<A extends CheckedDelivery> = A & { readonly counters: CountersAdapter }

/** What everything else is made of. */
export type Core = ReturnType<typeof createCore>

/** Throws a `TypeError` for an invalid option or missing methods of adapters. */
export function createCore(
  given: DeliveryOptions & { readonly adapters: Pick<DeliveryAdapters<never>, 'webhooks'> },
  caller: Caller,
  needs: AdapterNeeds,
) {
  checkAdapters(given.adapters, needs)
  checkOptions(given)
  const options = resolveOptions(given)
  const tell = createTellMistake(options.mistakes)
  tellIdleOptions(given, caller, tell)
  void tellNoTransactions(given.adapters.webhooks, tell)
  return {
    options,
    tell,
    calls: createHostAdapters(options.adapterTimeout, tell),
    announce: createAnnounce(given.onPosts, tell),
    permalink: safely(given.permalink ?? permalinkOf(given, options, tell), tell),
    /** Adds counters in memory if the host has none. */
    counted: <A extends CheckedDelivery>(adapters: A): Counted<A> => ({
      ...adapters,
      counters: adapters.counters ?? createMemoryCounters(given.clock),
    }),
  }
}

function permalinkOf(
  given: DeliveryOptions,
  { siteUrl }: ResolvedOptions,
  tell: TellMistake,
): Permalink {
  const permalink = defaultPermalink(siteUrl)
  if (given.siteUrl !== undefined) return permalink
  return (post, channel) => {
    tell('EIW_SITE_URL_MISSING')
    return permalink(post, channel)
  }
}

/** Asks the store at start. If it does not answer, the requests that need it say so. */
async function tellNoTransactions(
  webhooks: Pick<WebhooksAdapter, 'hasTransactions'>,
  tell: TellMistake,
): Promise<void> {
  try {
    if ((await webhooks.hasTransactions?.()) === false) tell('EIW_NO_TRANSACTIONS')
  } catch {
    return
  }
}
