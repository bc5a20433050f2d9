import * as z from 'zod'
import { WebhookError, type ErrorCode } from '../model/errors.js'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_ICON_URL_LENGTH,
  MAX_NAME_LENGTH,
} from '../model/limits.js'
import type { RateLimit, Settings } from '../model/records.js'
import { cleanName } from '../text/names.js'

// The only file that imports zod. It is loaded at the first call that has a body.

const MAX_OVERLAP_SECONDS = 86_400
const MAX_RATE = 1_000_000
const HTTP_URL = /^https?:\/\/[^\s\p{Cc}]+$/iu
// PostgreSQL stores neither.
const UNSTORABLE = /[\0\p{Surrogate}]/gu

const longText = (limit: number) =>
  z
    .string()
    .overwrite((text) => text.replace(UNSTORABLE, '\ufffd'))
    .refine((text) => codePoints(text) <= limit, `at most ${limit} characters`)
    .meta({ maxLength: limit })

const nameUpTo = (limit: number) =>
  z
    .string()
    .overwrite(cleanName)
    .refine((text) => codePoints(text) <= limit, `at most ${limit} characters`)
    .meta({ maxLength: limit })

const name = nameUpTo(MAX_NAME_LENGTH)

const id = z.string().regex(/^\P{Cc}{1,128}$/u, 'an id')
const optionalId = z
  .union([z.literal(''), id])
  .nullish()
  .transform(orEmpty)

/** `rate_limit` of a webhook: requests per second, and how many at once. */
export const rateLimitSchema = z.object({
  per_second: z.number().positive().max(MAX_RATE),
  burst: z.int().min(1).max(MAX_RATE),
})

/** The body of `POST /hooks/incoming` and `PUT /hooks/incoming/{id}`. */
export const webhookSchema = z.object({
  id: optionalId,
  team_id: optionalId,
  user_id: optionalId,
  channel_id: id,
  display_name: nameUpTo(MAX_DISPLAY_NAME_LENGTH).refine(
    (text) => text !== '',
    `1 to ${MAX_DISPLAY_NAME_LENGTH} characters`,
  ),
  description: longText(MAX_DESCRIPTION_LENGTH).nullish().transform(orEmpty),
  username: name.nullish().transform(orEmpty),
  icon_url: longText(MAX_ICON_URL_LENGTH)
    .refine((url) => url === '' || isHttpUrl(url), 'an http or https URL')
    .nullish()
    .transform(orEmpty),
  icon_emoji: name.nullish(),
  channel_locked: z
    .boolean()
    .nullish()
    .transform((locked) => locked ?? false),
  expires_at: z.int().min(0).nullish(),
  rate_limit: rateLimitSchema.nullish(),
})

/** The body of `POST /hooks/incoming/{id}/regen_key`. */
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

const flag = z.boolean().nullish()

/** The body of `PUT /config/patch`. Other sections and members are ignored: clients send many. */
export const settingsPatchSchema = z.object({
  ServiceSettings: z
    .object({
      EnableIncomingWebhooks: flag,
      EnableOnlyAdminIntegrations: flag,
      EnablePostUsernameOverride: flag,
      EnablePostIconOverride: flag,
      RestrictDirectMessagesToCreator: flag,
    })
    .nullish(),
  LogSettings: z
    .object({
      EnableWebhookDebugging: flag,
      ConsoleLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']).nullish(),
    })
    .nullish(),
})

/**
 * What a caller asks of a webhook. `''` is absent. Clients of the reference do not know the last
 * three: undefined leaves them as they are.
 */
export interface WebhookInput {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly channelId: string
  readonly displayName: string
  readonly description: string
  readonly username: string
  readonly iconUrl: string
  readonly channelLocked: boolean
  readonly iconEmoji: string | undefined
  readonly expiresAt: number | undefined
  readonly rateLimit: RateLimit | null | undefined
}

type Flag = boolean | null | undefined

/** Settings that a caller wants changed, under the reference's names; null and undefined are absent. */
export interface SettingsPatch {
  readonly ServiceSettings?:
    | {
        readonly EnableIncomingWebhooks?: Flag
        readonly EnableOnlyAdminIntegrations?: Flag
        readonly EnablePostUsernameOverride?: Flag
        readonly EnablePostIconOverride?: Flag
        readonly RestrictDirectMessagesToCreator?: Flag
      }
    | null
    | undefined
  readonly LogSettings?:
    | {
        readonly EnableWebhookDebugging?: Flag
        readonly ConsoleLevel?: Settings['consoleLevel'] | null | undefined
      }
    | null
    | undefined
}

/** Throws `display_name_invalid`, `description_invalid`, `icon_url_invalid` or `invalid_body`. */
export function parseWebhook(body: unknown): WebhookInput {
  const input = parseBody(webhookSchema, body)
  const limit = input.rate_limit
  return {
    id: input.id,
    teamId: input.team_id,
    userId: input.user_id,
    channelId: input.channel_id,
    displayName: input.display_name,
    description: input.description,
    username: input.username,
    iconUrl: input.icon_url,
    channelLocked: input.channel_locked,
    iconEmoji: input.icon_emoji === null ? '' : input.icon_emoji,
    expiresAt: input.expires_at === null ? 0 : input.expires_at,
    rateLimit: limit && { perSecond: limit.per_second, burst: limit.burst },
  }
}

/** Seconds that the old key lives on: 0 to 86400. */
export function parseRegenerate(body: unknown): number {
  return parseBody(regenerateSchema, body).overlap_seconds
}

/** The leaked key. Its shape is not judged here. */
export function parseRevoke(body: unknown): string {
  return parseBody(revokeSchema, body).key
}

/** Throws `invalid_body` with the path of the first member of a wrong type. */
export function parseSettingsPatch(body: unknown): SettingsPatch {
  return parseBody(settingsPatchSchema, body)
}

const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['display_name', 'display_name_invalid'],
  ['description', 'description_invalid'],
  ['icon_url', 'icon_url_invalid'],
])

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new WebhookError(CODES.get(path) ?? 'invalid_body', {
    params: { name: path === '' ? 'body' : path },
    detail: `${path}: ${issue?.message ?? 'invalid'}`,
    cause: result.error,
  })
}

function orEmpty(text: string | null | undefined): string {
  return text ?? ''
}

function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text) && URL.canParse(text)
}

function codePoints(text: string): number {
  return Array.from(text).length
}
