import { listsOfChannels } from './channel-lists.js'
import type { CheckedManagement } from './checked.js'
import type { TellMistake } from './host-mistakes.js'
import { withKeptFields } from './kept-fields.js'

/** The same adapters, with mistakes that show in the results of management reported. */
export function checkManagement<A extends CheckedManagement>(adapters: A, tell: TellMistake): A {
  const { webhooks } = adapters
  const list = listsOfChannels(webhooks.list, tell)
  return { ...adapters, webhooks: withKeptFields({ ...webhooks, list }, tell) }
}
