import { isDeepStrictEqual } from 'node:util'
import { fieldNames } from '../model/fields.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import { asIs, errorAt } from '../model/sent.js'
import { SETTINGS_FIELDS } from '../model/settings-fields.js'
import { CALLER_FIELDS, HIDDEN_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import type { CheckedManagement } from './checked.js'
import type { TellMistake } from './host-mistakes.js'

type Webhooks = CheckedManagement['webhooks']

// Uses of a key are noted without a new version, so they may come between a change and its result. The
// two times keep nobody out, and some databases set them themselves.
const { lastUsed: _noted, createAt: _made, updateAt: _changed, ...BY_SERVER } = SERVER_FIELDS
const WRITTEN = fieldNames({ ...CALLER_FIELDS, ...HIDDEN_FIELDS, ...BY_SERVER })

export const NOT_KEPT = 'the store of this chat does not keep it'

/**
 * The same adapters, with mistakes that show in the results of management reported. Each field must be
 * stored as it was given, because it may be what keeps somebody out: a rate limit, a new key, `enabled`.
 */
export function checkManagement<A extends CheckedManagement>(adapters: A, tell: TellMistake): A {
  const { webhooks, settings } = adapters
  const checkKept = keptFields(tell)
  return {
    ...adapters,
    webhooks: {
      ...webhooks,
      list: listsOfChannels(webhooks.list, tell),
      create: async (webhook) => {
        const stored = await webhooks.create(webhook)
        try {
          checkKept('webhooks.create', WRITTEN, webhook, stored)
        } catch (error) {
          // Its URL would work without what was asked for.
          await webhooks.delete(webhook.id)
          throw error
        }
        return stored
      },
      update: async (id, changes, expectedVersion) => {
        const stored = await webhooks.update(id, changes, expectedVersion)
        // A later version is what somebody else has made of it meanwhile.
        const isOurs = stored && stored.version <= (changes.version ?? Infinity)
        if (isOurs) checkKept<IncomingWebhook>('webhooks.update', WRITTEN, changes, stored)
        return stored
      },
    },
    settings: {
      ...settings,
      update: async (changes) => {
        const names = fieldNames(changes)
        const stored = await settings.update(changes)
        if (!names.some((name) => isLost(changes[name], stored[name]))) return stored
        // Somebody else may have changed them meanwhile.
        const again = await settings.update(changes)
        checkKept('settings.update', names, changes, again, inApi)
        return again
      },
    },
  }
}

/** Only the API changes settings. */
function inApi(name: keyof HookSettings): string {
  return SETTINGS_FIELDS[name].wire
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

/** Throws `field_not_stored` if a record has another value than was given for one of these fields. */
function keptFields(tell: TellMistake) {
  return <Values extends object>(
    method: string,
    names: readonly (keyof Values & string)[],
    given: Partial<Values>,
    stored: Values,
    nameOf: (name: keyof Values & string) => string = asIs,
  ): void => {
    const field = names.find((name) => isLost(given[name], stored[name]))
    if (field === undefined) return
    tell('EIW_FIELD_NOT_STORED', { method, field })
    throw errorAt(asIs, nameOf(field), NOT_KEPT, 'field_not_stored')
  }
}

function isLost(given: unknown, stored: unknown): boolean {
  return given !== undefined && !isDeepStrictEqual(plain(given), plain(stored))
}

/** As JSON has it: records of some databases are of classes of their own. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (name === 'lastUsed' ? undefined : member)),
  ) as unknown
}
