import type { ErrorCode } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { INCIDENT_STATES } from '../model/incidents.js'
import { oneOf } from '../model/json-schema.js'
import type { Format } from '../formats/format.js'
import { NATIVE_NAMES } from '../formats/registry.js'
import { capital } from '../formats/words.js'
import { KEY_SHAPE } from '../rules/keys.js'
import { MESSAGE_EXAMPLES } from './examples.js'
import { delivered } from './format-answers.js'
import {
  type ApiOperation,
  type ApiParameter,
  type ApiRequestBody,
  parameter,
} from './operation.js'

const VISIBLE = { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' }

const WORD = { type: 'string', pattern: '^[\\w-]{1,64}$' }
const WAIT = parameter('query', 'wait', 'Answer with a receipt.', { enum: ['true', 'false'] })
const STATE = { enum: INCIDENT_STATES }
const PARAMETERS: readonly ApiParameter[] = [
  WAIT,
  parameter('query', 'incident', 'Names the incident.'),
  parameter('query', 'state', 'The state of the incident.', STATE),
  parameter('header', 'Idempotency-Key', 'Repeats with the same key are stored once.', VISIBLE),
  parameter('header', 'Correlation-Key', 'Names the incident; comes before `incident`.', VISIBLE),
  parameter('header', 'Correlation-State', 'The state of the incident.', STATE),
]

const ANY_REQUEST: readonly ErrorCode[] = [
  'webhook_unknown',
  'webhooks_disabled',
  'address_refused',
  'rate_limited',
  'rate_limited_for_now',
  'storage_unavailable',
  'storage_timeout',
]

const COMMON: readonly ErrorCode[] = [
  ...ANY_REQUEST,
  'signature_invalid',
  'body_timeout',
  'body_too_large',
  'unsupported_encoding',
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

const HANDSHAKE_FORMAT = 'cloudevents'

/** What a sender may write. The media type is not trusted: JSON is found without it. */
const MESSAGE: ApiRequestBody = {
  required: true,
  content: {
    'application/json': { schema: {} },
    'application/x-www-form-urlencoded': { schema: {} },
    'text/plain': { schema: { type: 'string' } },
  },
}

const MESSAGE_IN_ANY_FORMAT: ApiRequestBody = {
  ...MESSAGE,
  content: {
    ...MESSAGE.content,
    'application/json': {
      schema: {},
      examples: Object.fromEntries(
        fieldNames(MESSAGE_EXAMPLES).map((name) => [
          name,
          { $ref: `#/components/examples/${name}` },
        ]),
      ),
    },
  },
}

/** What senders call. Formats beside ours may answer otherwise. */
export function hookOperations(mount: string, formats: readonly Format[]): readonly ApiOperation[] {
  const mounted = (operation: HookOperation): ApiOperation => ({
    ...operation,
    tag: 'Sending',
    path: `${mount}${operation.path}`,
    pathSchemas: { key: { type: 'string', pattern: KEY_SHAPE.source }, ...operation.pathSchemas },
    isPublic: true,
  })
  const messages = formats.filter((format) => format.messages)
  const own = [...OWN_POSTS, ...messages.flatMap(ownMessages)]
  return [...deliveries(formats), ...handshakes(formats), ...own].map(mounted)
}

type HookOperation = Omit<ApiOperation, 'tag' | 'isPublic'>

function deliveries(formats: readonly Format[]): readonly HookOperation[] {
  const puts = formats.filter(({ methods }) => methods?.includes('PUT'))
  return [
    delivery({ id: 'deliver', path: '/{key}', summary: 'Send a message', formats }),
    delivery({
      id: 'deliverInFormat',
      path: '/{key}/{format}',
      summary: 'Send a message in a format that the URL names',
      formats,
      names: [...NATIVE_NAMES, ...formats.flatMap(namesOf)],
    }),
    delivery({
      id: 'putInFormat',
      method: 'put',
      path: '/{key}/{format}',
      summary: 'Send a message with PUT',
      formats: puts,
      names: puts.flatMap(namesOf),
    }),
    ...formats.flatMap((format) => (format.paths ?? []).flatMap((path) => atPath(format, path))),
    ...formats.flatMap(withPathWords),
  ]
}

const METHODS = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Programs that write into the URL what a message is about. */
function withPathWords(format: Format): readonly HookOperation[] {
  const { name, title, methods = [], pathWords = [] } = format
  return pathWords.flatMap((_, last) => {
    const words = pathWords.slice(0, last + 1)
    const isWhole = words.length === pathWords.length
    return (['POST', ...methods] as const)
      .filter((method) => method !== 'DELETE' || isWhole)
      .map((method) => ({
        ...delivery({
          id: [METHODS[method], name, ...words].map(capital).join(''),
          method: METHODS[method],
          path: `/{key}/${name}/${words.map((word) => `{${word}}`).join('/')}`,
          summary: `${method === 'DELETE' ? 'End' : 'Send'} a message as programs do that report to ${title}`,
          formats: [format],
        }),
        pathSchemas: Object.fromEntries(words.map((word) => [word, WORD])),
      }))
  })
}

/** Programs that add a path to the URL they are given. */
function atPath(format: Format, path: string): readonly HookOperation[] {
  const summary = `Send a message as programs do that report to ${format.title}`
  const id = [format.name, ...path.split(/[^A-Za-z\d]/).map(capital)].join('')
  return [
    delivery({ id, path: `/{key}${path}`, summary, formats: [format] }),
    delivery({
      id: `${id}Named`,
      path: `/{key}/${format.name}${path}`,
      summary,
      formats: [format],
    }),
  ]
}

interface DeliveryParts {
  readonly id: string
  readonly method?: 'post' | 'put' | 'delete'
  readonly path: string
  readonly summary: string
  /** In which the message may be. */
  readonly formats: readonly Format[]
  /** What the URL may end with. */
  readonly names?: readonly string[]
}

function delivery({ method = 'post', formats, names, ...parts }: DeliveryParts): HookOperation {
  return {
    ...parts,
    method,
    description:
      'The body is JSON, a form or a text; the media type is not trusted. ' +
      'Signed webhooks also need the header of their signature.',
    ...(names ? { pathSchemas: { format: oneOf(names) } } : {}),
    parameters: PARAMETERS,
    ...(method === 'delete'
      ? {}
      : { body: names || formats.length === 1 ? MESSAGE : MESSAGE_IN_ANY_FORMAT }),
    answers: delivered(formats),
    errors: DELIVERY,
  }
}

function namesOf({ name, aliases = [] }: Format): readonly string[] {
  return [name, ...aliases]
}

/** Questions whether events may be sent (CloudEvents, "HTTP Web Hooks", section 4). */
function handshakes(formats: readonly Format[]): readonly HookOperation[] {
  const format = formats.find(({ name }) => name === HANDSHAKE_FORMAT)
  if (!format) return []
  const question: Omit<HookOperation, 'id' | 'path'> = {
    method: 'options',
    summary: 'Ask whether CloudEvents may be sent',
    parameters: [
      {
        ...parameter('header', 'WebHook-Request-Origin', 'Where the events will come from.', {
          type: 'string',
          pattern: '\\S',
        }),
        required: true,
      },
      parameter(
        'header',
        'WebHook-Request-Rate',
        'How many events a minute the sender would like to send.',
      ),
    ],
    answers: [
      {
        status: 200,
        description: 'Sending is allowed',
        content: {},
        headers: ['Allow', 'WebHook-Allowed-Origin', 'WebHook-Allowed-Rate'],
      },
    ],
    errors: ANY_REQUEST,
  }
  return [
    { ...question, id: 'ask', path: '/{key}' },
    {
      ...question,
      id: 'askInFormat',
      path: '/{key}/{format}',
      pathSchemas: { format: oneOf(namesOf(format)) },
    },
  ]
}

const OWN_POST = {
  path: '/{key}/posts/{post_id}',
  parameters: [WAIT],
  answers: delivered([]),
}

const OWN_POSTS: readonly HookOperation[] = [
  {
    ...OWN_POST,
    id: 'changePost',
    method: 'patch',
    summary: 'Change a post that this webhook sent',
    body: MESSAGE,
    errors: [...COMMON, ...CONTENT, 'post_not_found', 'method_not_allowed'],
  },
  {
    ...OWN_POST,
    id: 'deletePost',
    method: 'delete',
    summary: 'Delete a post that this webhook sent',
    errors: [...COMMON, 'payload_unparsable', 'post_not_found', 'method_not_allowed'],
  },
]

const DEEDS = { get: 'Get', patch: 'Change', delete: 'Delete' } as const

/** The same in a format whose senders speak of messages. */
function ownMessages(format: Format, index: number): readonly HookOperation[] {
  return [...(index === 0 ? [''] : []), format.name].flatMap((name) =>
    fieldNames(DEEDS).map((method): HookOperation => ({
      id: `${DEEDS[method].toLowerCase()}Message${capital(name)}`,
      method,
      path: `/{key}${name && `/${name}`}/messages/{message_id}`,
      summary: `${DEEDS[method]} a message that this webhook sent`,
      parameters: [],
      ...(method === 'patch' ? { body: MESSAGE } : {}),
      answers: delivered([format]),
      errors: [...COMMON, ...CONTENT, 'post_not_found', 'method_not_allowed'],
    })),
  )
}
