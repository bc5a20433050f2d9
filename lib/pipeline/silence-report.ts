import { closed, type Format, messageOf, open } from '../formats/kit.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import type { Notice } from '../rules/silence.js'
import { fingerprint } from '../rules/together.js'
import { durationInWords } from '../text/dates.js'
import type { Delivery } from './deliver.js'

const INCIDENT = 'silent'
const MINUTE = 60_000

/** What a webhook posts when nothing comes through it for too long, and when something came again. */
export function silenceReport(
  webhook: IncomingWebhook,
  settings: HookSettings,
  { says, since }: Notice,
  until: number,
): Delivery {
  const { displayName, expectEvery, together } = webhook
  const minutes = Math.max(1, Math.floor((until - since) / MINUTE))
  const lasted = durationInWords(minutes * 60)
  const isSilent = says === 'silent'
  const format: Format = {
    name: INCIDENT,
    title: 'Silence',
    facts: { severity: () => 'error' },
    read: () =>
      messageOf({
        event: { event: INCIDENT, state: isSilent ? 'open' : 'closed' },
        meaning: isSilent ? open('Silent') : closed('Heard'),
        title: isSilent
          ? `Nothing heard from ${displayName} for ${lasted}`
          : `Heard from ${displayName} again after ${lasted}`,
        text: isSilent
          ? `Something is expected every ${durationInWords(expectEvery)}. Requests that are refused do not count.`
          : '',
      }),
  }
  const key = `${INCIDENT} ${since}${isSilent ? '' : ' over'}`
  return {
    request: {
      contentType: undefined,
      queryPayload: null,
      body: { kind: 'parsed', value: {} },
      asked: { kind: 'format', format },
      correlation: { key: INCIDENT, state: null, isStateInHeader: false, unknownState: '' },
    },
    // It is no event of a sender's, so neither what is shown of those nor how counts.
    webhook: { ...webhook, events: [], except: [], together: together === 'off' ? '' : together },
    settings,
    key: { key, fingerprint: fingerprint([{ message: key, props: {} }]) },
  }
}
