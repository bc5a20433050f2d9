import { isDeepStrictEqual } from 'node:util'
import type { WebhookError } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'
import { asIs, errorAt } from '../model/sent.js'
import { CALLER_FIELDS, HIDDEN_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import type { CheckedManagement } from './checked.js'
import type { TellMistake } from './host-mistakes.js'

type Webhooks = CheckedManagement['webhooks']

// Uses of a key are noted without a new version, so they may come between a change and its result. The
// two times keep nobody out, and some databases set them themselves.
const { lastUsed: _noted, createAt: _made, updateAt: _changed, ...BY_SERVER } = SERVER_FIELDS
const WRITTEN = { ...CALLER_FIELDS, ...HIDDEN_FIELDS, ...BY_SERVER }

export const NOT_KEPT = 'the store of this chat does not keep it'

/** The same adapters, with mistakes that show in the results of management reported. */
export function checkManagement<A extends CheckedManagement>(adapters: A, tell: TellMistake): A {
  const { webhooks } = adapters
  const list = listsOfChannels(webhooks.list, tell)
  return { ...adapters, webhooks: withKeptFields({ ...webhooks, list }, tell) }
}

const NO_CHANNEL = 'the id of no channel'

/**
 * Lists webhooks. An adapter that ignores the filter `channelId`, as those written before it existed,
 * would count the webhooks of all channels as those of one. So the first list of a channel that is
 * not empty is followed by the list of a channel that cannot exist, which has to be empty. Throws a
 * `TypeError` if it is not.
 */
function listsOfChannels(list: Webhooks['list'], tell: TellMistake): Webhooks['list'] {
  let isKnownToFilter = false
  const listChannel: Webhooks['list'] = async (filter) => {
    const page = await list(filter)
    if (isKnownToFilter || page.total === 0) return page
    const none = await list({ ...filter, channelId: NO_CHANNEL, offset: 0, limit: 1 })
    if (none.total > 0) {
      tell('EIW_CHANNEL_FILTER')
      throw new TypeError('webhooks.list ignored channelId')
    }
    isKnownToFilter = true
    return page
  }
  return (filter) => (filter.channelId === undefined ? list(filter) : listChannel(filter))
}

/**
 * Webhooks whose fields are stored as they were given, because each of them may be what keeps somebody
 * out: a rate limit, a new key, `enabled`. `create` and `update` throw `field_not_stored` if what they
 * return has another value.
 */
function withKeptFields(webhooks: Webhooks, tell: TellMistake): Webhooks {
  const refusal = (method: string, field: keyof typeof WRITTEN): WebhookError => {
    tell('EIW_FIELD_NOT_STORED', { method, field })
    return errorAt(asIs, field, NOT_KEPT, 'field_not_stored')
  }
  return {
    ...webhooks,
    create: async (webhook) => {
      const stored = await webhooks.create(webhook)
      const lost = lostField(webhook, stored)
      if (lost === undefined) return stored
      // Its URL would work without what was asked for.
      await webhooks.delete(webhook.id)
      throw refusal('webhooks.create', lost)
    },
    update: async (id, changes, expectedVersion) => {
      const stored = await webhooks.update(id, changes, expectedVersion)
      // A later version is what somebody else has made of it meanwhile.
      const { version = Infinity } = changes
      if (!stored || stored.version > version) return stored
      const lost = lostField(changes, stored)
      if (lost === undefined) return stored
      throw refusal('webhooks.update', lost)
    },
  }
}

function lostField(
  given: Partial<IncomingWebhook>,
  stored: IncomingWebhook,
): keyof typeof WRITTEN | undefined {
  return fieldNames(WRITTEN).find(
    (name) =>
      given[name] !== undefined && !isDeepStrictEqual(plain(given[name]), plain(stored[name])),
  )
}

/** As JSON has it: records of some databases are of classes of their own. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (name === 'lastUsed' ? undefined : member)),
  ) as unknown
}
