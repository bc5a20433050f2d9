import type { CountersAdapter } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook } from '../model/records.js'
import { asIs, type ChecksFor } from '../model/sent.js'
import { pressesOf } from '../buttons/press.js'
import { checkArgument, checkOptions, invalidArgument, TEXT } from './checks.js'
import { type Caller, findUser } from './choices.js'
import { noticesOf } from './notices.js'
import type { HandOverResult, Webhooks } from './webhooks.js'

/** Options of `manage.forgetUser`. */
export interface ForgetUserOptions {
  /** The id of the user who gets the webhooks. Default: nobody; they are deleted. */
  readonly handOverTo?: string
}

/** What `manage.forgetUser` did. */
export interface ForgottenUser {
  /** The ids of the webhooks that have another owner now. Their logs of requests are empty. */
  readonly handedOver: readonly string[]
  /** Those that were deleted, and why; `reason` and `detail` are `''` if nobody was to get them. */
  readonly deleted: HandOverResult['refused']
}

interface ForgetUserParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'settings' | 'sessions'> & {
    readonly counters: CountersAdapter
  }
  readonly webhooks: Pick<Webhooks, 'inParts' | 'handOverThese' | 'delete'>
  readonly deliveryLog: Pick<DeliveryLog, 'erase' | 'forget'>
}

const OPTIONS: ChecksFor<Required<ForgetUserOptions>> = { handOverTo: TEXT }

export function createForgetUser({ adapters, webhooks, deliveryLog }: ForgetUserParts) {
  return async (from: string, given?: ForgetUserOptions): Promise<ForgottenUser> => {
    if (checkArgument('id', from, TEXT) === '')
      throw invalidArgument('id', 'expected the id of a user')
    const { handOverTo = null } = checkOptions(given ?? {}, OPTIONS)
    if (handOverTo === from) throw invalidArgument('handOverTo', 'expected another user')
    const to = handOverTo === null ? null : await findUser(adapters, handOverTo)
    // In whose name it is done: nobody else does it, and nothing but the id is known any more.
    const user = { id: from, username: '' }
    const own: Caller = { user, settings: await adapters.settings.get(), spell: asIs }
    await adapters.sessions?.deleteForUser(from)
    // What becomes of webhooks whose logs are gone: a second call would not find these logs any more.
    const { handedOver, refused: deleted } = await webhooks.inParts(
      { by: null, from, to },
      Infinity,
      async (some) => {
        await Promise.all(some.map(({ id }) => deliveryLog.erase(id)))
        // Others may only do something with own webhooks.
        const all = { ...own, user: { ...user, admin: true } }
        const { saved, refused, failures } = to
          ? await webhooks.handOverThese(all, { from, to: to.id }, some)
          : { saved: [], refused: some.map(unwanted), failures: [] }
        await Promise.all(
          refused.map(({ webhookId }) => deletedOr(webhooks.delete(own, webhookId))),
        )
        // What was sent meanwhile.
        await Promise.all(saved.map(({ id }) => deliveryLog.forget(id)))
        await Promise.all(some.map(async ({ id }) => adapters.counters.reset(noticesOf(id, from))))
        return { saved, refused, failures, staying: 0 }
      },
    )
    await adapters.counters.reset(pressesOf(from))
    return { handedOver, deleted }
  }
}

function unwanted({ id, displayName }: IncomingWebhook): HandOverResult['refused'][number] {
  return { webhookId: id, displayName, reason: '', detail: '' }
}

/** Somebody else may have deleted or taken it meanwhile. */
async function deletedOr(deleting: Promise<void>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'webhook_not_found') throw error
  }
}
