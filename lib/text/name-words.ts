const SMALL_BEFORE_CAPITAL = /(\p{Ll}|\d)(\p{Lu})/gu
const CAPITAL_BEFORE_WORD = /(\p{Lu})(\p{Lu}\p{Ll})/gu
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u

/** The words of a name such as `api_key`, `apiKey` or `X-API-Key`, in lower case. */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(SMALL_BEFORE_CAPITAL, '$1 $2')
    .replace(CAPITAL_BEFORE_WORD, '$1 $2')
    .toLowerCase()
    .split(BETWEEN)
    .filter((word) => word !== '')
}
