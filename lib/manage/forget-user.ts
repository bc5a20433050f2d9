import type { CountersAdapter } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { WebhookError } from '../model/errors.js'
import type { HookUser, IncomingWebhook } from '../model/records.js'
import { asIs, type ChecksFor } from '../model/sent.js'
import { pressesOf } from '../buttons/press.js'
import { checkArgument, checkOptions, invalidArgument, TEXT } from './checks.js'
import { type Caller, findUser } from './choices.js'
import { noticesOf } from './notices.js'
import type { HandedOver, HandOverResult, Webhooks } from './webhooks.js'

/** Webhooks that are worked on at the same time. */
const AT_ONCE = 50

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

export interface ForgetUserParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'settings' | 'webhooks' | 'sessions'> & {
    readonly counters: CountersAdapter
  }
  readonly webhooks: Pick<Webhooks, 'handOverThese' | 'delete'>
  readonly deliveryLog: Pick<DeliveryLog, 'erase' | 'forget'>
  readonly onHandedOver: (handed: HandedOver) => void
}

const OPTIONS: ChecksFor<Required<ForgetUserOptions>> = { handOverTo: TEXT }

export function createForgetUser({
  adapters,
  webhooks,
  deliveryLog,
  onHandedOver,
}: ForgetUserParts) {
  /** What becomes of webhooks whose logs are gone: a second call would not find these logs any more. */
  const part = async (
    some: readonly IncomingWebhook[],
    { own, all }: Leaver,
    to: HookUser | null,
  ) => {
    const from = own.user.id
    await Promise.all(some.map(({ id }) => deliveryLog.erase(id)))
    const handed = to && (await webhooks.handOverThese(all, { from, to: to.id }, some))
    const refused = handed?.refused ?? some.map(unwanted)
    await Promise.all(refused.map(({ webhookId }) => deletedOr(webhooks.delete(own, webhookId))))
    const saved = handed?.saved ?? []
    // What was sent meanwhile.
    await Promise.all(saved.map(({ id }) => deliveryLog.forget(id)))
    await Promise.all(some.map(async ({ id }) => adapters.counters.reset(noticesOf(id, from))))
    return { saved, refused, failures: handed?.failures ?? [] }
  }
  return async (id: string, given: ForgetUserOptions | null = {}): Promise<ForgottenUser> => {
    if (checkArgument('id', id, TEXT) === '')
      throw invalidArgument('id', 'expected the id of a user')
    const { handOverTo = null } = checkOptions(given ?? {}, OPTIONS)
    if (handOverTo === id) throw invalidArgument('handOverTo', 'expected another user')
    const to = handOverTo === null ? null : await findUser(adapters, handOverTo)
    const leaver = leaverOf(id, await adapters.settings.get())
    await adapters.sessions?.deleteForUser(id)
    const handedOver: IncomingWebhook[] = []
    const deleted: HandOverResult['refused'][number][] = []
    try {
      for (;;) {
        const page = { userId: id, offset: 0, limit: AT_ONCE }
        const { items } = await adapters.webhooks.list(page)
        if (items.length === 0) break
        const { saved, refused, failures } = await part(items, leaver, to)
        for (const each of saved) handedOver.push(each)
        for (const each of refused) deleted.push(each)
        if (failures.length > 0) throw failures[0]
      }
    } finally {
      // Also of a part.
      if (to && handedOver.length > 0)
        onHandedOver({ by: null, from: id, to, webhooks: handedOver })
    }
    await adapters.counters.reset(pressesOf(id))
    return { handedOver: handedOver.map((webhook) => webhook.id), deleted }
  }
}

/** In whose name it is done: nobody else does it, and nothing but the id is known any more. */
interface Leaver {
  /** May only do something with own webhooks. */
  readonly own: Caller
  /** May give them to somebody else, too. */
  readonly all: Caller
}

function leaverOf(id: string, settings: Caller['settings']): Leaver {
  const user = { id, username: '' }
  return {
    own: { user, settings, spell: asIs },
    all: { user: { ...user, admin: true }, settings, spell: asIs },
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
