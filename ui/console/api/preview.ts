import { numberOf, textOf, wireOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'
import { listOf, orNull, outcomeOf, readerOf } from './reader.js'
import { warningOf } from './requests.js'

/** What a webhook would do with a request. */
export type Preview = ReturnType<typeof previewOf>

const previewOf = readerOf({
  outcome: outcomeOf,
  answer: orNull(readerOf({ status: numberOf })),
  posts: listOf(
    readerOf({
      action: textOf,
      channelId: textOf,
      /** All that it shows, as safe HTML. */
      html: textOf,
      props: orNull(readerOf({ overrideUsername: textOf, overrideIconEmoji: textOf })),
    }),
  ),
  warnings: listOf(warningOf),
  error: orNull(readerOf({ message: textOf, detailedError: textOf })),
})

/** Of a kept request; `suffix` in place of the end of its URL, unless it is `''`. */
export async function previewRequest(hookId: string, id: string, suffix: string): Promise<Preview> {
  const path = `hooks/incoming/${encodeURIComponent(hookId)}/preview?html=true`
  const body = { delivery: id, ...(suffix === '' ? {} : { suffix }) }
  return previewOf(wireOf((await call('POST', path, { body })).body))
}
