import { fieldNames } from '../model/fields.js'
import { objectOf } from '../model/json-schema.js'
import { type Check, type ChecksFor, memberOf, refused, type SentValue } from '../model/sent.js'
import {
  DEFAULT_STYLE,
  type SchemeName,
  SENDER_SCHEMES,
  SIGNATURE_ENCODINGS,
  type VerificationInput,
} from '../model/verification-fields.js'
import { decodedSecret, isSignedText } from '../rules/sender-ways.js'
import * as check from './checks.js'

const MAX_SECRET = 512
const ONE_LINE = /^[^\x00-\x1f\x7f-\x9f]*$/u
/** A token of RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/

const scheme = check.choice(fieldNames(SENDER_SCHEMES))
const header = check.orEmpty(check.matching(HEADER_NAME, 'expected the name of a header'))
const secret = check.text({
  most: MAX_SECRET,
  ifEmpty: 'expected a secret',
  test: (cleaned) => ONE_LINE.test(cleaned),
  expected: 'expected one line',
  pattern: ONE_LINE.source,
  clean: check.trimmed,
})
const prefix = check.matching(
  /^[ -+\--~]{0,32}$/,
  'expected at most 32 letters and signs without a comma',
  check.trimmed,
)
const signed = check.text({
  most: 76,
  test: isSignedText,
  expected: 'expected a text like v0:{time}:{body}',
})

/** Null is the default, and what is absent stays. */
const MEMBERS: Required<ChecksFor<VerificationInput>> = {
  scheme,
  header: check.optional(header, ''),
  secret: check.optional(secret, undefined),
  previousSecret: check.optional(secret, null),
  keepSecret: check.optional(check.FLAG, undefined),
  prefix: check.optional(prefix, DEFAULT_STYLE.prefix),
  encoding: check.optional(check.choice(SIGNATURE_ENCODINGS), DEFAULT_STYLE.encoding),
  timestampHeader: check.optional(header, DEFAULT_STYLE.timestampHeader),
  signed: check.optional(check.orEmpty(signed, DEFAULT_STYLE.signed), DEFAULT_STYLE.signed),
}

export const VERIFICATION_MEMBERS = fieldNames(MEMBERS)

/** `has_previous_secret`, which records are shown with, has no effect. */
export const VERIFICATION: Check<VerificationInput> = {
  schema: objectOf(check.memberSchemas(MEMBERS)),
  read: (sent) => {
    const chosen = scheme.read(memberOf(sent, 'scheme'))
    const input = { ...check.readGiven<VerificationInput>(MEMBERS, sent), scheme: chosen }
    checkScheme(chosen, input, sent)
    return input
  },
}

function checkScheme(scheme: SchemeName, input: VerificationInput, sent: SentValue): void {
  const { isBase64, isStyled, header: usual } = SENDER_SCHEMES[scheme]
  for (const name of ['secret', 'previousSecret'] as const) {
    const secret = input[name]
    if (!secret || !isBase64 || decodedSecret(secret)) continue
    throw refused(memberOf(sent, name), 'expected whsec_ and base64')
  }
  for (const name of fieldNames(DEFAULT_STYLE)) {
    const given = memberOf(sent, name)
    const isEmpty = typeof given.value !== 'string' || given.value.trim() === ''
    if (!isEmpty && !isStyled) throw refused(given, 'goes with the scheme hmac only')
  }
  if (usual === null && input.header) {
    throw refused(memberOf(sent, 'header'), `${scheme} has a header of its own`)
  }
}
