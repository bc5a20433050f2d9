/** How senders sign their requests: the names in the API, and what the console says about each. */
export const SENDER_SCHEMES = {
  github: scheme('GitHub', { paste: 'Paste it into Secret in GitHub’s webhook settings.' }),
  gitlab: scheme('GitLab', {
    paste: 'Paste it into Secret token or Signing token in GitLab’s webhook settings.',
  }),
  gitea: scheme('Gitea, Forgejo, Gogs', {
    paste: 'Paste it into Secret in the webhook settings there.',
  }),
  bitbucket: scheme('Bitbucket', {
    paste: 'Paste it into Secret in Bitbucket’s or Jira’s webhook settings.',
  }),
  sentry: scheme('Sentry', {
    paste: 'Paste the Client Secret of the integration.',
    isTheirs: true,
  }),
  pagerduty: scheme('PagerDuty', {
    paste: 'Paste the secret that PagerDuty shows when the webhook subscription is created.',
    isTheirs: true,
  }),
  grafana: scheme('Grafana', {
    paste: 'Paste it into Secret under HMAC Signature of the contact point.',
    header: 'X-Grafana-Alerting-Signature',
  }),
  stripe: scheme('Stripe', {
    paste: 'Paste the Signing secret of the endpoint.',
    isTheirs: true,
  }),
  'standard-webhooks': scheme('Standard Webhooks', {
    paste: 'Paste it into the sending program. If the program makes its own, paste that one here.',
    isBase64: true,
  }),
  hmac: scheme('A signature in a header (HMAC)', {
    paste: 'Paste it into the sending program as the signing secret.',
    header: '',
    isStyled: true,
  }),
  token: scheme('A secret in a header', {
    paste: 'Paste it into the sending program as the value of the header.',
    header: '',
  }),
}

export type SchemeName = keyof typeof SENDER_SCHEMES

/** What is known of a scheme besides its check, which is in `rules/signatures.ts`. */
export interface SenderScheme {
  readonly title: string
  /** Where the secret goes in the sending program, or comes from: a sentence beside the field. */
  readonly paste: string
  /** Whether only the program makes secrets. */
  readonly isTheirs: boolean
  /** Whether the secret is bytes in base64, often after `whsec_`. */
  readonly isBase64: boolean
  /** The header, if webhooks may choose it; `''` if they must. Null: it is fixed. */
  readonly header: string | null
  /** Whether webhooks say how the signature is made and written: the members of `SignatureStyle`. */
  readonly isStyled: boolean
}

function scheme(
  title: string,
  facts: Pick<SenderScheme, 'paste'> & Partial<SenderScheme>,
): SenderScheme {
  return { title, isTheirs: false, isBase64: false, header: null, isStyled: false, ...facts }
}

export function isSchemeName(name: string): name is SchemeName {
  return Object.hasOwn(SENDER_SCHEMES, name)
}

/** How a signature is written in its header. */
export type SignatureEncoding = 'hex' | 'base64'

export const SIGNATURE_ENCODINGS = ['hex', 'base64'] as const satisfies SignatureEncoding[]

/** How the senders of a webhook with the scheme `hmac` make a signature, and write it. */
export interface SignatureStyle {
  /** What the header holds before the signature, such as `sha256=`. Default: nothing. */
  readonly prefix?: string | undefined
  /** `hex` or `base64`. Default: `hex`. */
  readonly encoding?: SignatureEncoding | undefined
  /**
   * The header with the time that is signed, in seconds since 1970; not that with the signature. Default:
   * no time is signed, and `signed` has its default too.
   */
  readonly timestampHeader?: string | undefined
  /** What is signed if there is a time, such as `v0:{time}:{body}`. Default: `{time}.{body}`. */
  readonly signed?: string | undefined
}

/** A style that says everything. */
export type WholeStyle = {
  readonly [Name in keyof SignatureStyle]-?: NonNullable<SignatureStyle[Name]>
}

export const DEFAULT_STYLE: WholeStyle = {
  prefix: '',
  encoding: 'hex',
  timestampHeader: '',
  signed: '{time}.{body}',
}

/** A style with what it does not say. */
export function wholeStyle(given: SignatureStyle): WholeStyle {
  return {
    prefix: given.prefix ?? DEFAULT_STYLE.prefix,
    encoding: given.encoding ?? DEFAULT_STYLE.encoding,
    timestampHeader: given.timestampHeader ?? DEFAULT_STYLE.timestampHeader,
    signed: given.signed ?? DEFAULT_STYLE.signed,
  }
}

/** How the senders of a webhook sign, as it is stored. The members of the style are only there for `hmac`. */
export interface Verification extends SignatureStyle {
  /** A `SchemeName`, or one of a later version, which refuses everything. */
  readonly scheme: string
  /** The header that was chosen; `''` for that of the scheme. */
  readonly header: string
  /** The secret, encrypted as keys are. */
  readonly secretCipher: string
  /** The secret before it while that is accepted too, encrypted; `''` if there is none. */
  readonly previousSecretCipher: string
  /** When its scheme or secret was set, in milliseconds since 1970. Absent in older records. */
  readonly since?: number | undefined
}

/**
 * How the senders of a webhook sign, without the secrets. The members of the style are only there for
 * `hmac`.
 */
export interface ShownVerification extends SignatureStyle {
  /** As in `VerificationInput`, or a scheme of a later version, which rejects all requests. */
  readonly scheme: string
  /** The header that was chosen; `''` for that of the scheme. */
  readonly header: string
  /** Whether the secret before the current one is accepted too. */
  readonly hasPreviousSecret: boolean
}

/**
 * What a webhook's senders have to sign with. Without a secret, the secrets are kept. So are the header
 * and members of the style (for `hmac` only) that are absent, unless the scheme changes.
 */
export interface VerificationInput extends SignatureStyle {
  /** `github`, `gitlab`, `gitea`, `bitbucket`, `sentry`, `pagerduty`, `grafana`, `stripe`, `standard-webhooks`, `hmac` or `token`. */
  readonly scheme: string
  /**
   * For `grafana`, whose header has a default (`''`), and `hmac` and `token`, which need one. Not one
   * that HTTP has another use for, such as `Set-Cookie` or `Content-Type`; `Authorization` may be it.
   */
  readonly header?: string | undefined
  /**
   * 1 to 512 characters on one line; for `standard-webhooks`, base64 after an optional `whsec_`.
   * Required to turn signatures on and to change the scheme.
   */
  readonly secret?: string | undefined
  /** Accepted too. Null: no longer. Absent: kept if `secret` is absent, else none. */
  readonly previousSecret?: string | null | undefined
  /** With a new `secret`: the secret so far is accepted too. */
  readonly keepSecret?: boolean | undefined
}
