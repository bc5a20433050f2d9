import { SIGNALS } from '../../../lib/log/signals.js'
import { code, tableOf } from './markdown-table.js'

const TEXTS: Readonly<Record<(typeof SIGNALS)[number], string>> = {
  failing:
    'three requests in ten minutes were refused for one `reason` (an error `id`), and none accepted since',
  recovered: 'a failing webhook accepted a message; only for `onSignal`',
  expiring: 'the webhook ends within three days',
  'old-key-used': 'the replaced key was used',
  'owner-deactivated': 'the owner is deactivated; for administrators',
  'handed-over': 'it has another owner; only for `onSignal`, for both owners',
  silent: '[silence](incidents.md#silence)',
}

/** Every signal, with when it begins. */
export function everySignal(): readonly string[] {
  return tableOf(
    ['signal', 'when'],
    SIGNALS.map((name) => [code(name), TEXTS[name]]),
  )
}
