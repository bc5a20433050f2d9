import * as z from 'zod'
import type { ErrorCode } from '../model/errors.js'
import { THING_STATES } from '../model/things.js'
import type { Answer, Operation, Parameter } from './operation.js'

const VISIBLE = z.string().regex(/^[\x21-\x7e]{1,255}$/)

const PARAMETERS: readonly Parameter[] = [
  {
    in: 'query',
    name: 'wait',
    description: 'Answer with a receipt.',
    schema: z.enum(['true', 'false']),
  },
  { in: 'query', name: 'thing', description: 'Names the incident.', schema: z.string() },
  {
    in: 'query',
    name: 'state',
    description: 'The state of the incident.',
    schema: z.enum(THING_STATES),
  },
  {
    in: 'header',
    name: 'Idempotency-Key',
    description: 'Repeats with the same key are stored once.',
    schema: VISIBLE,
  },
  {
    in: 'header',
    name: 'Correlation-Key',
    description: 'Names the incident; comes before `thing`.',
    schema: VISIBLE,
  },
  {
    in: 'header',
    name: 'Correlation-State',
    description: 'The state of the incident.',
    schema: z.enum(THING_STATES),
  },
]

const COMMON: readonly ErrorCode[] = [
  'webhook_unknown',
  'webhooks_disabled',
  'signature_invalid',
  'rate_limited',
  'rate_limited_for_now',
  'body_timeout',
  'body_too_large',
  'unsupported_encoding',
  'storage_unavailable',
  'storage_timeout',
]

const CONTENT: readonly ErrorCode[] = [
  'payload_unparsable',
  'no_text',
  'invalid_param',
  'props_too_long',
]

const DELIVERY: readonly ErrorCode[] = [
  ...COMMON,
  ...CONTENT,
  'format_unknown',
  'channel_not_found',
  'user_not_found',
  'channel_locked',
  'channel_not_permitted',
  'idempotency_running',
  'idempotency_mismatch',
]

const DELIVERED: readonly Answer[] = [
  {
    status: 200,
    description:
      '`ok`; with `wait=true`, a receipt. Formats whose senders expect something else get that.',
    body: ['ok', 'Receipt', 'ofFormat'],
    headers: ['X-Request-Id', 'Idempotent-Replayed', 'X-Webhook-Skipped'],
  },
  { status: 202, description: 'Events of PagerDuty', body: ['ofFormat'] },
  { status: 204, description: 'Messages of Discord without `wait`', body: null },
]

/** What senders call. */
export const HOOKS: readonly Operation[] = [
  {
    id: 'deliver',
    router: 'hooks',
    method: 'post',
    path: '/{key}',
    summary: 'Send a message',
    description: 'The format is recognised.',
    parameters: PARAMETERS,
    body: 'message',
    answers: DELIVERED,
    errors: DELIVERY,
  },
  {
    id: 'deliverInFormat',
    router: 'hooks',
    method: 'post',
    path: '/{key}/{format}',
    summary: 'Send a message in a format that the URL names',
    parameters: PARAMETERS,
    body: 'message',
    answers: DELIVERED,
    errors: DELIVERY,
  },
  {
    id: 'changePost',
    router: 'hooks',
    method: 'patch',
    path: '/{key}/posts/{post_id}',
    summary: 'Change a post that this webhook sent',
    parameters: PARAMETERS.filter(({ name }) => name === 'wait'),
    body: 'message',
    answers: DELIVERED,
    errors: [...COMMON, ...CONTENT, 'post_not_found'],
  },
  {
    id: 'deletePost',
    router: 'hooks',
    method: 'delete',
    path: '/{key}/posts/{post_id}',
    summary: 'Delete a post that this webhook sent',
    parameters: PARAMETERS.filter(({ name }) => name === 'wait'),
    answers: DELIVERED,
    errors: [...COMMON, 'payload_unparsable', 'post_not_found'],
  },
]
