import type { CheckedDelivery } from './checked.js'
import { isJsonObject } from '../model/json.js'
import type { HookPost, HookUser } from '../model/records.js'
import type { TellMistake } from './host-mistakes.js'

/** The same adapters, with configuration mistakes that show in their results reported. */
export function checkDeliveries(
  adapters: CheckedDelivery,
  userIdPattern: RegExp,
  tell: TellMistake,
): CheckedDelivery {
  const { users, posts, webhooks } = adapters
  return {
    ...adapters,
    users: {
      ...users,
      findByIds: async (ids) => {
        const found = await users.findByIds(ids)
        for (const user of found) checkUser(user, userIdPattern, tell)
        return found
      },
    },
    posts: {
      ...posts,
      createBatch: async (batch) => {
        const given = batch.posts.length
        const result = await posts.createBatch(batch)
        if ('earlier' in result && !batch.once) throw refusedBatch(tell, WITHOUT_KEY)
        if ('changed' in result && !batch.incident) throw refusedBatch(tell, WITHOUT_CONDITIONS)
        if (result.stored && batch.edit && !result.edited) throw refusedBatch(tell, WITH_EDIT)
        if (result.stored) checkBatch(given, result.posts, tell)
        return result
      },
    },
    webhooks: {
      ...webhooks,
      findByKeyDigest: async (digest) => {
        const webhook = await webhooks.findByKeyDigest(digest)
        if (webhook && webhook.keyDigest !== digest && webhook.previousKey?.keyDigest !== digest) {
          tell('EIW_KEY_DIGEST_MISMATCH', { webhook: webhook.id })
        }
        return webhook
      },
    },
  }
}

function checkUser(user: HookUser, userIdPattern: RegExp, tell: TellMistake) {
  if (!userIdPattern.test(user.id))
    tell('EIW_USER_ID_PATTERN', { userIdPattern: String(userIdPattern) })
  if (user.username !== user.username.toLowerCase()) tell('EIW_USERNAME_CASE')
}

function checkBatch(given: number, posts: readonly HookPost[], tell: TellMistake) {
  if (posts.length !== given) {
    tell('EIW_BATCH_INCOMPLETE', { given, answered: posts.length })
  }
  const [first] = posts
  if (!posts.every((post) => firstIdOf(post) === undefined || firstIdOf(post) === first?.id)) {
    tell('EIW_FIRST_ID_MISSING')
  }
}

const WITHOUT_KEY = '{ stored: true, posts } for a batch without an idempotency key'
const WITHOUT_CONDITIONS = '{ stored: true, posts } for a batch without conditions'
const WITH_EDIT = '{ stored: true, posts, edited } for a batch with an edit'

function refusedBatch(tell: TellMistake, expected: string) {
  tell('EIW_ADAPTER_RESULT', { method: 'posts.createBatch', expected })
  return new TypeError(`posts.createBatch did not return ${expected}`)
}

function firstIdOf(post: HookPost): unknown {
  const part = post.props['webhook_part']
  return isJsonObject(part) ? part['first_id'] : undefined
}
