import type { FormFields } from '../native/body/fields.js'

/** A JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>

/** A request as formats see it. */
export interface FormatRequest {
  /** Absent: POST. */
  readonly method?: string
  /** By lower-case name, at most 1,024 characters each. Credentials and cookies are left out. */
  readonly headers: Readonly<Record<string, string>>
  /** The query of the URL: the first value of each name. Also the `pathWords` of the format. */
  readonly query: Readonly<Record<string, string>>
  /** The body, read as far as its content type says how. */
  readonly body: FormatBody
  /**
   * Whether the sender has proven only the body. Headers and query may then choose how it is read, and
   * nothing of them may be shown. Default: false.
   */
  readonly isOnlyBodyProven?: boolean
  /** What the webhook is called, which may be `''`. Absent: without a webhook. */
  readonly webhookName?: string
  /** When it arrived, in milliseconds since 1970. Absent: without HTTP. */
  readonly arrivedAt?: number
}

/**
 * A body as it was sent: most are JSON, also in a field of a form. `text` is all of it; `''` for
 * multipart, and where a body parser of the host came first.
 */
export type FormatBody =
  | {
      /** JSON, also in a field of a form. */
      readonly kind: 'json'
      /** The parsed value. */
      readonly value: unknown
      /** The body as text. */
      readonly text: string
    }
  | {
      /** A form. */
      readonly kind: 'fields'
      /** Names and values in order; a file has its name as a third element. */
      readonly fields: FormFields
      /** The body as text; `''` for multipart. */
      readonly text: string
    }
  | {
      /** Neither JSON nor a form. */
      readonly kind: 'text'
      /** The body as text. */
      readonly text: string
    }
