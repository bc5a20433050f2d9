import type { WebhooksAdapter } from '../adapters/types.js'
import type { TellMistake } from './host-mistakes.js'

/** Asks the store at start. If it does not answer, the requests that need it say so. */
export async function tellNoTransactions(
  webhooks: Pick<WebhooksAdapter, 'hasTransactions'>,
  tell: TellMistake,
): Promise<void> {
  try {
    if ((await webhooks.hasTransactions?.()) === false) tell('EIW_NO_TRANSACTIONS')
  } catch {
    return
  }
}
