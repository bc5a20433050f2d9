import { nameWords } from '../text/name-words.js'

/** Words of names whose values are secrets. */
const CREDENTIALS = new Set(
  (
    'passwd passphrase pwd signature sign authorization credential bearer cookie jwt hmac otp ' +
    'apikey accesskey privatekey secretkey'
  ).split(' '),
)
/** Ends of words, as nothing may separate them from the word before: `clientsecret`. */
const ENDINGS = ['token', 'secret', 'password']
/** What makes the word `key` after it mean a secret. */
const KINDS_OF_KEY = new Set(['api', 'access', 'private', 'signing', 'encryption', 'auth', 'ssh'])

/**
 * Whether a member with this name may hold a credential, such as `api_key`, `webhookSecret` or
 * `Authorization`. Of others than tokens, secrets and passwords, whole words count: `design` is not a signature.
 */
export function isCredentialName(name: string): boolean {
  const words = nameWords(name).map((word) => word.replace(/\d{1,9}s?$|s$/, ''))
  return words.some(
    (word, index) =>
      CREDENTIALS.has(word) ||
      ENDINGS.some((ending) => word.endsWith(ending)) ||
      (word === 'key' && KINDS_OF_KEY.has(words[index - 1] ?? '')),
  )
}
