import {
  listOf as itemsOf,
  memberOf,
  numberOf,
  textOf,
  type Wire,
} from 'express-incoming-webhooks-ui'
import { call } from './call.js'
import { listOf, orNull, outcomeOf, readerOf, textList } from './reader.js'
import { warningOf } from './requests.js'

/** What a webhook would do with a request. */
export type Preview = ReturnType<typeof previewOf>

const previewOf = readerOf({
  outcome: outcomeOf,
  answer: orNull(readerOf({ status: numberOf, body: textOf })),
  posts: listOf(
    readerOf({
      action: textOf,
      channelId: textOf,
      /** All that it shows, as safe HTML. */
      html: textOf,
      props: orNull(readerOf({ overrideUsername: textOf, overrideIconEmoji: textOf })),
    }),
  ),
  format: textOf,
  event: textOf,
  incident: textOf,
  state: textOf,
  /** The places of the rules that apply. */
  rules: (wire: unknown, name: string) => itemsOf(memberOf(wire, name)).map(Number),
  warnings: listOf(warningOf),
  ignored: textList,
  error: orNull(readerOf({ id: textOf, message: textOf, detailedError: textOf })),
})

/** Of a kept request (`delivery`), or of a body; what else is given counts instead of what was kept or saved. */
export async function previewRequest(hookId: string, input: Wire): Promise<Preview> {
  const path = `hooks/incoming/${encodeURIComponent(hookId)}/preview?html=true`
  return previewOf((await call('POST', path, { body: input })).body)
}
