import type { HookLog } from '../model/log.js'

/** The two parts of the message of a log line. */
interface MistakeTexts {
  /** What was detected, and what it causes. */
  readonly symptom: string
  readonly fix: string
}

/** Configuration mistakes that can be detected, each with a stable code. */
export const HOST_MISTAKES = {
  EIW_UNKNOWN_OPTION: mistake(
    'An option is unknown to its function, and has no effect.',
    'Check its spelling; docs/options.md lists all options.',
  ),
  EIW_BODY_PARSED_AS_FORM: mistake(
    'A form parser before the hooks router destroyed a body that was JSON.',
    'Mount the hooks router before urlencoded().',
  ),
  EIW_BODY_CONSUMED: mistake(
    'Middleware before the hooks router consumed a body and left nothing in req.body.',
    'Mount the hooks router before it.',
  ),
  EIW_BODY_LIMIT: mistake(
    'A body parser before the hooks router has a lower size limit.',
    'Mount the hooks router before it, or raise its limit.',
  ),
  EIW_PARSER_FAILED: mistake(
    'A body parser before the hooks router rejected a body that the router might accept.',
    'Mount the hooks router before it.',
  ),
  EIW_FORWARDED_WITHOUT_TRUST: mistake(
    'Requests carry X-Forwarded-For, but Express trusts no proxy, so all clients behind one ' +
      'share a rate limit.',
    'Behind a proxy, set "trust proxy".',
  ),
  EIW_HOOKS_PATH: mistake(
    'The hooks router is not mounted at the path that hook URLs contain.',
    'Set hooksPath to the path where it is mounted, or siteUrl to the public URL of your app.',
  ),
  EIW_SITE_URL_MISSING: mistake(
    'A sender asked for permalinks, but the public URL of your app is unknown.',
    'Set siteUrl or permalink.',
  ),
  EIW_ORIGIN: mistake(
    'A call came from a page whose origin is neither that of siteUrl nor trusted, so it was rejected.',
    'Open the pages at siteUrl, or add your origin to trustedOrigins.',
  ),
  EIW_SETTINGS_INCOMPLETE: mistake(
    'settings.get returned an object without some settings; their defaults are used.',
    'Spread DEFAULT_SETTINGS into the object that it returns.',
  ),
  EIW_KEY_DIGEST_MISMATCH: mistake(
    'webhooks.findByKeyDigest returned a webhook whose keys do not have this digest; it is not used.',
    'Compare the whole digest, including case.',
  ),
  EIW_BATCH_INCOMPLETE: mistake(
    'posts.createBatch returned a different number of posts than it received.',
    'Store all of them or throw, and return all of them in order.',
  ),
  EIW_FIRST_ID_MISSING: mistake(
    'posts.createBatch stored parts of a message without the id of its first post.',
    'Call withFirstId for each post of a batch.',
  ),
  EIW_USER_ID_PATTERN: mistake(
    'User ids of this host do not match userIdPattern, so mentions by id and ' +
      '<user_id>__<user_id> never work.',
    'Set userIdPattern.',
  ),
  EIW_USERNAME_CASE: mistake(
    'users.findByIds returned a username that is not lower case; @name cannot find it.',
    'Return usernames in lower case.',
  ),
  EIW_ADAPTER_TIMEOUT: mistake(
    'An adapter method did not return within adapterTimeout. Requests that need its result ' +
      'get 503, or 504 if something may have been stored.',
    'Find out why it hangs, or raise adapterTimeout.',
  ),
  EIW_ADAPTER_RESULT: mistake(
    'An adapter method returned a value that does not match its type. Requests that need it fail ' +
      'with a TypeError.',
    'Return a value of the declared type; the query of ready-made stores, the rows of each statement.',
  ),
  EIW_ADAPTER_MEMBER: mistake(
    'A record of an adapter has a member that does not match its type. It is used unchanged.',
    'Return a value of the declared type.',
  ),
  EIW_FORMAT_RESULT: mistake(
    'A function of a format returned a value that does not match its type. Requests that it reads fail ' +
      'with a TypeError.',
    'Return a value of the declared type, not a promise; describeFormat finds such mistakes.',
  ),
  EIW_FORMAT_ANSWER: mistake(
    'The function answer of a format threw or returned no answer, so its senders get a 200 with "ok". ' +
      'The posts are stored.',
    'Return { status, body }, and catch failures.',
  ),
  EIW_NO_SIGN_IN: mistake(
    'A call came without a signed-in user, and nobody can sign in.',
    'Pass currentUser if your app has its own sign-in; otherwise mount authRouter.',
  ),
  EIW_UNDEFINED_OPTION: mistake(
    'An option is undefined, so its default is used.',
    'Set the source of its value, such as an environment variable, or omit it.',
  ),
  EIW_NO_TRANSACTIONS: mistake(
    'The database has no transactions, so nothing can be stored. A MongoDB server has them only as ' +
      'a member of a replica set.',
    'Make it a replica set of one, or pass "transactions: \'none\'" to createDocumentStores and ' +
      'guarantee less. docs/writing-adapters.md describes both.',
  ),
  EIW_WEBHOOK_FILTER: mistake(
    'webhooks.list ignores a filter; requests that need it fail with a TypeError.',
    'Return and count only webhooks that match all of the filter, as webhookPage does.',
  ),
  EIW_FIELD_NOT_STORED: mistake(
    'webhooks.create, webhooks.update or settings.update returned another value for a field than it ' +
      'received, so the response is a 501.',
    'Store all fields, and return the stored values.',
  ),
  EIW_PERMALINK: mistake(
    'permalink threw or returned no string, so permalinks are left out.',
    'Return a URL, or an empty string.',
  ),
  EIW_ON_POSTS_FAILED: mistake(
    'onPosts threw or rejected, so clients may not have been notified. The posts are stored.',
    'Catch failures in onPosts.',
  ),
  EIW_ON_AUDIT_FAILED: mistake(
    'onAudit threw or rejected, so a change may not be on record. It is done.',
    'Catch failures in onAudit.',
  ),
  EIW_ON_SIGNAL_FAILED: mistake(
    'onSignal threw or rejected, so owners may not have been notified.',
    'Catch failures in onSignal.',
  ),
  EIW_OTHER_SECRET: mistake(
    'A webhook was created with another secret, so its URL cannot be shown.',
    'Use one secret for all processes; after a change, pass the earlier one too.',
  ),
  EIW_SENDER_SECRET: mistake(
    "A sender's secret cannot be read, so its requests are rejected.",
    'Use one secret for all processes, also for createHooks; after a change, pass the earlier one too.',
  ),
  EIW_SIGNED_BODY_PARSED: mistake(
    'A body parser before the hooks router replaced the bytes that a sender signed, so its ' +
      'requests are rejected.',
    'Mount the hooks router before it, or keep the bytes as req.rawBody with the option ' +
      'verify of the parser.',
  ),
  EIW_CLOCK_DIFFERS: mistake(
    "This process's clock and the database's differ by more than 5 s (secondsAhead). " +
      "Shared state follows the database's clock.",
    'Synchronise the clocks of all machines.',
  ),
  EIW_DATABASE_FAILS: mistake(
    'The database stores nothing, so requests get 503 until it does (reason).',
    'Fix the reported reason at the database; no restart is needed here.',
  ),
  EIW_NEWER_DATABASE: mistake(
    'A newer version has changed the tables of the database (migrations).',
    'Finish the upgrade: run the newer version in all processes.',
  ),
  EIW_NOT_BOOLEAN: mistake(
    'A permission is neither true nor false and counts as false.',
    'Return true or false.',
  ),
} as const

/** The `code` in the fields of a log line about a mistake of the host. docs/errors.md explains each. */
export type HostMistake = keyof typeof HOST_MISTAKES

/** Logs a mistake of the host once per code, or once per `method` or `option`. Fields contain no key and no payload. */
export type TellMistake = (code: HostMistake, fields?: Readonly<Record<string, unknown>>) => void

export function createTellMistake(log: HookLog): TellMistake {
  const told = new Set<string>()
  return (code, fields = {}) => {
    const { method, option = method } = fields
    const name = typeof option === 'string' ? `${code} ${option}` : code
    if (told.has(name)) return
    told.add(name)
    log('warn', messageOf(code), { code, ...fields })
  }
}

/** The message of the log line. */
export function messageOf(code: HostMistake): string {
  const { symptom, fix } = HOST_MISTAKES[code]
  return `${symptom} ${fix}`
}

function mistake(symptom: string, fix: string): MistakeTexts {
  return { symptom, fix }
}
