import { isDeepStrictEqual } from 'node:util'
import { fieldNames, partOf } from '../model/fields.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import { asIs, errorAt } from '../model/sent.js'
import { SETTINGS_FIELDS } from '../model/settings-fields.js'
import { CALLER_FIELDS, HIDDEN_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import { isFailing } from '../rules/needs-attention.js'
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
      list: filteredLists(webhooks.list, tell),
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
function inApi(name: keyof HookSettings) {
  return SETTINGS_FIELDS[name].wire
}

/** Filters that no webhook matches. */
const NONE = {
  channelId: 'the id of no channel',
  words: ['what no webhook says'],
  after: { createAt: -1, id: '' },
}

/**
 * Lists webhooks. An adapter that ignores a filter, as those written before it existed, would list or count
 * all webhooks. So the first list with a filter that is not empty is followed by one that has to be empty;
 * of those that fail, each says so itself. Throws a `TypeError` if it is not so.
 */
function filteredLists(list: Webhooks['list'], tell: TellMistake): Webhooks['list'] {
  const known = new Set<string>()
  return async (filter) => {
    const page = await list(filter)
    const asked = fieldNames(NONE).filter((name) => filter[name] && !known.has(name))
    if (page.items.length === 0) return page
    const found = asked.map(async (name) => {
      const none = { ...filter, ...partOf<typeof NONE>([name], (each) => NONE[each]) }
      const { items } = await list({ ...none, offset: 0, limit: 1 })
      if (items.length === 0) known.add(name)
    })
    await Promise.all(found)
    const isOther = filter.failing === true && !page.items.every(isFailing)
    const ignored = asked.find((name) => !known.has(name)) ?? (isOther ? 'failing' : null)
    if (ignored === null) return page
    tell('EIW_WEBHOOK_FILTER', { filter: ignored })
    throw new TypeError(`webhooks.list ignored ${ignored}`)
  }
}

/** Throws `field_not_stored` if a record has another value than was given for one of these fields. */
function keptFields(tell: TellMistake) {
  return <Values extends object>(
    method: string,
    names: readonly (keyof Values & string)[],
    given: Partial<Values>,
    stored: Values,
    nameOf: (name: keyof Values & string) => string = asIs,
  ) => {
    const field = names.find((name) => isLost(given[name], stored[name]))
    if (field === undefined) return
    tell('EIW_FIELD_NOT_STORED', { method, field })
    throw errorAt(asIs, nameOf(field), NOT_KEPT, 'field_not_stored')
  }
}

function isLost(given: unknown, stored: unknown) {
  return given !== undefined && !isDeepStrictEqual(plain(given), plain(stored))
}

/** As JSON has it: records of some databases are of classes of their own. */
function plain(value: unknown) {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (name === 'lastUsed' ? undefined : member)),
  ) as unknown
}
