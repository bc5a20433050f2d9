import * as z from 'zod'
import { WebhookError, type ErrorCode } from '../model/errors.js'
import { fieldNames, partOf } from '../model/fields.js'
import { type Section, SETTINGS_FIELDS } from '../model/settings-fields.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  type CallerName,
  type CallerValues,
} from '../model/webhook-fields.js'
import {
  DEFAULT_STYLE,
  type SchemeName,
  SENDER_SCHEMES,
  SIGNATURE_ENCODINGS,
  type VerificationInput,
} from '../model/verification-fields.js'
import { decodedSecret, isSignedText } from '../rules/sender-ways.js'
import { shapeOf } from './field-schemas.js'
import type { SettingsPatch } from './settings.js'

// Only this file and `field-schemas` import zod. They are loaded at the first call with a body.

const MAX_OVERLAP_SECONDS = 86_400
const MAX_TEST_TEXT = 4_000
/** A token of RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
const FIELDS: CallerFields = CALLER_FIELDS

const id = z.string().regex(/^[^\x00-\x1f\x7f-\x9f]{1,128}$/u, 'expected an id')
const optionalId = z
  .union([z.literal(''), id])
  .nullish()
  .transform((text) => text ?? '')

/** The members of every body, and the fields by their names in the API. */
interface WireWebhook {
  readonly id: string
  readonly team_id: string
  readonly user_id: string
  readonly channel_id: string
  readonly verification?: VerificationInput | null | undefined
  readonly [wire: string]: unknown
}

const place = { id: optionalId, team_id: optionalId, user_id: optionalId, channel_id: id }

const MAX_SECRET = 512

const secret = z
  .string()
  .overwrite((text) => text.trim())
  .min(1, 'expected a secret')
  .max(MAX_SECRET, `at most ${MAX_SECRET} characters`)
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'expected one line')

const headerName = z.union([
  z.literal(''),
  z.string().regex(HEADER_NAME, 'expected the name of a header'),
])

const prefix = z
  .string()
  .overwrite((text) => text.trim())
  .regex(/^[ -+\--~]{0,32}$/, 'expected at most 32 letters and signs without a comma')

const signed = z.union([
  z.literal(''),
  z.string().refine(isSignedText, 'expected a text like v0:{time}:{body}').meta({ maxLength: 76 }),
])

/** `has_previous_secret`, which records are shown with, has no effect. */
const verificationSchema = z
  .object({
    scheme: z.enum(fieldNames(SENDER_SCHEMES)),
    header: headerName.nullish(),
    secret: secret.nullish(),
    previous_secret: secret.nullish(),
    keep_secret: z.boolean().nullish(),
    prefix: prefix.nullish(),
    encoding: z.enum(SIGNATURE_ENCODINGS).nullish(),
    timestamp_header: headerName.nullish(),
    signed: signed.nullish(),
  })
  .superRefine(checkVerification)
  .transform((sent): VerificationInput => ({
    scheme: sent.scheme,
    secret: sent.secret ?? undefined,
    previousSecret: sent.previous_secret,
    keepSecret: sent.keep_secret ?? undefined,
    // Null is the default, and what is absent stays.
    header: sent.header === null ? '' : sent.header,
    prefix: sent.prefix === null ? DEFAULT_STYLE.prefix : sent.prefix,
    encoding: sent.encoding === null ? DEFAULT_STYLE.encoding : sent.encoding,
    timestampHeader:
      sent.timestamp_header === null ? DEFAULT_STYLE.timestampHeader : sent.timestamp_header,
    signed: sent.signed === null || sent.signed === '' ? DEFAULT_STYLE.signed : sent.signed,
  }))
  .nullish()

interface SentVerification {
  readonly scheme: SchemeName
  readonly header?: string | null | undefined
  readonly secret?: string | null | undefined
  readonly previous_secret?: string | null | undefined
  readonly prefix?: string | null | undefined
  readonly encoding?: string | null | undefined
  readonly timestamp_header?: string | null | undefined
  readonly signed?: string | null | undefined
}

function checkVerification(
  { scheme, header, secret, previous_secret, ...rest }: SentVerification,
  context: z.RefinementCtx,
): void {
  const { isBase64, isStyled, header: usual } = SENDER_SCHEMES[scheme]
  const { prefix, encoding, timestamp_header, signed } = rest
  const refuse = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message })
  }
  for (const [path, text] of Object.entries({ secret, previous_secret })) {
    if (text && isBase64 && !decodedSecret(text)) refuse(path, 'expected whsec_ and base64')
  }
  for (const [path, text] of Object.entries({ prefix, encoding, timestamp_header, signed })) {
    if (text && !isStyled) refuse(path, 'goes with the scheme hmac only')
  }
  if (usual === null && header) refuse('header', `${scheme} has a header of its own`)
}

/** The body of `POST /hooks/incoming` and `PUT /hooks/incoming/{id}`. */
export const webhookSchema: z.ZodType<WireWebhook> = z.object({
  ...place,
  verification: verificationSchema,
  ...shapeOf(Object.values(CALLER_FIELDS)),
})

/** The body of `POST /hooks/incoming/{id}/regen_key` and `…/regen_signing_secret`. */
export const regenerateSchema = z.object({
  overlap_seconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .nullish()
    .transform((seconds) => seconds ?? 0),
})

/** The body of `POST /hooks/incoming/revoke`. */
export const revokeSchema = z.object({ key: z.string().min(1).max(256) })

/** The body of `POST /hooks/incoming/{id}/test`. */
export const testSchema = z.object({
  text: z
    .string()
    .max(MAX_TEST_TEXT, `at most ${MAX_TEST_TEXT} characters`)
    .nullish()
    .transform((text) => text?.trim() ?? ''),
})

/** The body of `PUT /config/patch`. Other sections and members, which clients send, are ignored. */
export const settingsPatchSchema = z.object({
  ServiceSettings: sectionSchema('ServiceSettings'),
  LogSettings: sectionSchema('LogSettings'),
})

function sectionSchema(section: Section) {
  const fields = Object.values(SETTINGS_FIELDS).filter((field) => field.section === section)
  return z.object(shapeOf(fields)).nullish()
}

/** The ids in a request; `''` means absent. */
interface WebhookPlace {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly channelId: string
}

/** The requested webhook. Absent fields keep their values. */
export interface WebhookInput extends WebhookPlace, Partial<CallerValues> {
  /** Null: senders need not sign. Absent: as before. */
  readonly verification?: VerificationInput | null
}

/** Throws the error of the first invalid field. */
export function parseWebhook(body: unknown): WebhookInput {
  const sent = parseBody(webhookSchema, body)
  const given = <Name extends CallerName>(name: Name): CallerValues[Name] | undefined => {
    const field = FIELDS[name]
    const value = sent[field.wire]
    return value === undefined && field.absentKeeps ? undefined : field.fromWire(value)
  }
  return {
    id: sent.id,
    teamId: sent.team_id,
    userId: sent.user_id,
    channelId: sent.channel_id,
    ...(sent.verification === undefined ? {} : { verification: sent.verification }),
    ...partOf<CallerValues>(fieldNames(FIELDS), given),
  }
}

/** For how many seconds the old key or secret stays valid: 0 to 86400. */
export function parseRegenerate(body: unknown): number {
  return parseBody(regenerateSchema, body).overlap_seconds
}

/** The text of a test message; `''` if there is none. */
export function parseTest(body: unknown): string {
  return parseBody(testSchema, body ?? {}).text
}

/** The leaked key. Its shape is not checked here. */
export function parseRevoke(body: unknown): string {
  return parseBody(revokeSchema, body).key
}

/** Throws `invalid_body` with the path of the first member with a wrong type. */
export function parseSettingsPatch(body: unknown): SettingsPatch {
  return parseBody(settingsPatchSchema, body)
}

const ERRORS: ReadonlyMap<string, ErrorCode> = new Map(
  fieldNames(FIELDS).map((name) => [FIELDS[name].wire, FIELDS[name].error ?? 'invalid_body']),
)

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new WebhookError(ERRORS.get(path) ?? 'invalid_body', {
    params: { name: path === '' ? 'body' : path },
    detail: `${path}: ${issue?.message ?? 'invalid'}`,
    cause: result.error,
  })
}
