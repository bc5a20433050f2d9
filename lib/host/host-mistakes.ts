import type { Log } from '../model/log.js'

/** What a host can get wrong without noticing: a stable code each, what is seen, and the fix. */
export const HOST_MISTAKES = {
  EIW_BODY_PARSED_AS_FORM:
    'A form parser before the hooks router has destroyed a body that was JSON. ' +
    'Mount the hooks router before urlencoded().',
  EIW_BODY_CONSUMED:
    'Something before the hooks router has read a body and left nothing of it in req.body. ' +
    'Mount the hooks router before it.',
  EIW_BODY_LIMIT:
    'A body parser before the hooks router takes fewer bytes than the router would. ' +
    'Mount the hooks router before it, or raise its limit.',
  EIW_PARSER_FAILED:
    'A body parser before the hooks router has refused a body that is the router’s to judge. ' +
    'Mount the hooks router before it.',
  EIW_FORWARDED_WITHOUT_TRUST:
    'Requests carry X-Forwarded-For, but Express does not trust a proxy: limits by address see one ' +
    'address for all. Behind a proxy, set "trust proxy".',
  EIW_HOOKS_PATH:
    'The hooks router is mounted elsewhere than hook URLs say. ' +
    'Set hooksPath to the path that it is mounted at, or siteUrl to the address that people use.',
  EIW_SITE_URL_MISSING:
    'A sender asks for permalinks, and the site’s address is not known. ' +
    'Set siteUrl, or permalink.',
  EIW_SETTINGS_INCOMPLETE:
    'settings.get answers without some of the settings; their defaults are used. ' +
    'Spread DEFAULT_SETTINGS into what it answers.',
  EIW_KEY_DIGEST_MISMATCH:
    'webhooks.findByKeyDigest answers a webhook that has no key of this digest; it is not used. ' +
    'Compare the whole digest, in the same case.',
  EIW_BATCH_INCOMPLETE:
    'posts.createBatch answers another number of posts than it was given. ' +
    'Store all of them or throw, and answer all of them in their order.',
  EIW_FIRST_ID_MISSING:
    'posts.createBatch stores parts of a message that do not name its first post. ' +
    'Call withFirstId for each post of a batch.',
  EIW_USER_ID_PATTERN:
    'User ids of this host do not match userIdPattern: mentions by id and <user_id>__<user_id> ' +
    'never work. Set userIdPattern.',
  EIW_USERNAME_CASE:
    'users.findByIds answers a user name that is not lower case; @name will not find it. ' +
    'Answer user names in lower case.',
  EIW_ADAPTER_TIMEOUT:
    'A method of the host did not answer within adapterTimeout. Requests that need its result get ' +
    '503, or 504 if they may have stored something. ' +
    'Find out why it hangs, or raise adapterTimeout.',
  EIW_ADAPTER_RESULT:
    'An adapter returns a value of another shape than its type says. Requests that need the result ' +
    'fail with a TypeError, which goes to your error handler. ' +
    'Return what the type of the adapter says.',
  EIW_NOT_BOOLEAN:
    'A permission is neither true nor false; it counts as false. Return true or false.',
} as const

export type HostMistake = keyof typeof HOST_MISTAKES

/** Logs a mistake of the host, each code once, or once per `method`. Fields hold no key and no payload. */
export type TellMistake = (code: HostMistake, fields?: Readonly<Record<string, unknown>>) => void

export function createTellMistake(log: Log): TellMistake {
  const told = new Set<string>()
  return (code, fields = {}) => {
    const { method } = fields
    const name = typeof method === 'string' ? `${code} ${method}` : code
    if (told.has(name)) return
    told.add(name)
    log('warn', HOST_MISTAKES[code], { code, ...fields })
  }
}
