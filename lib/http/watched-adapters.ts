import type { DeliveryAdapters, PostBatch, SettingsAdapter } from '../adapters/types.js'
import { isJsonObject } from '../model/json.js'
import { DEFAULT_SETTINGS } from '../model/limits.js'
import type { Post, User } from '../model/records.js'
import type { Admission } from './admission.js'
import type { TellMistake } from './host-mistakes.js'

/** The same adapters; what a delivery gets from them is looked at, and too many batches at once are refused. */
export function watchAdapters(
  adapters: DeliveryAdapters,
  userIdPattern: RegExp,
  { tell, admission }: { readonly tell: TellMistake; readonly admission: Admission },
): DeliveryAdapters {
  const { users, channels, posts, webhooks, settings, counters } = adapters
  return {
    channels,
    users: {
      findByUsernames: (usernames) => users.findByUsernames(usernames),
      findByIds: async (ids) => {
        const found = await users.findByIds(ids)
        for (const user of found) checkUser(user, userIdPattern, tell)
        return found
      },
    },
    posts: {
      promises: posts.promises,
      findBatch: (webhookId, key) => posts.findBatch(webhookId, key),
      findById: (id) => posts.findById(id),
      createBatch: async (batch) => {
        const result = await admission.store(() => posts.createBatch(batch))
        if (result.stored) checkBatch(batch, result.posts, tell)
        return result
      },
    },
    webhooks: {
      touch: (id, at, key) => webhooks.touch(id, at, key),
      findByKeyDigest: async (digest) => {
        const webhook = await webhooks.findByKeyDigest(digest)
        if (webhook && webhook.keyDigest !== digest && webhook.previousKey?.keyDigest !== digest) {
          tell('EIW_KEY_DIGEST_MISMATCH', { webhook: webhook.id })
        }
        return webhook
      },
    },
    settings: watchSettings(settings, tell),
    ...(counters ? { counters } : {}),
  }
}

/** Settings that are complete, whatever the host answers. */
function watchSettings(
  settings: Pick<SettingsAdapter, 'get'>,
  tell: TellMistake,
): Pick<SettingsAdapter, 'get'> {
  return {
    get: async () => {
      const found = await settings.get()
      const missing = SETTINGS.filter(
        (name) => typeof found[name] !== typeof DEFAULT_SETTINGS[name],
      )
      if (missing.length === 0) return found
      tell('EIW_SETTINGS_INCOMPLETE', { missing })
      const defaults = missing.map((name) => [name, DEFAULT_SETTINGS[name]] as const)
      return { ...DEFAULT_SETTINGS, ...found, ...Object.fromEntries(defaults) }
    },
  }
}

const SETTINGS = [
  'enableIncomingWebhooks',
  'enableOnlyAdminIntegrations',
  'enablePostUsernameOverride',
  'enablePostIconOverride',
  'restrictDirectMessagesToCreator',
  'enableWebhookDebugging',
  'consoleLevel',
] as const

function checkUser(user: User, userIdPattern: RegExp, tell: TellMistake): void {
  if (!userIdPattern.test(user.id))
    tell('EIW_USER_ID_PATTERN', { userIdPattern: String(userIdPattern) })
  if (user.username !== user.username.toLowerCase()) tell('EIW_USERNAME_CASE')
}

function checkBatch(batch: PostBatch, posts: readonly Post[], tell: TellMistake): void {
  if (posts.length !== batch.posts.length) {
    tell('EIW_BATCH_INCOMPLETE', { given: batch.posts.length, answered: posts.length })
  }
  const [first] = posts
  if (!posts.every((post) => firstIdOf(post) === undefined || firstIdOf(post) === first?.id)) {
    tell('EIW_FIRST_ID_MISSING')
  }
}

function firstIdOf(post: Post): unknown {
  const part = post.props['webhook_part']
  return isJsonObject(part) ? part['first_id'] : undefined
}
