import type { Format } from '../formats/format.js'
import { FORMAT_ANSWERS, type FormatAnswer } from './format-answers.js'
import type { ApiAnswer, ApiContent } from './operation.js'
import { type JsonSchema, reference } from '../model/json-schema.js'

const DELIVERED = '`ok`; with `wait=true`, a receipt.'
const REQUEST_HEADERS = ['X-Request-Id', 'Idempotent-Replayed', 'X-Webhook-Skipped']
const POST_PARAMETERS = { key: '$request.path.key', post_id: '$response.body#/posts/0/id' }
const LINKS_TO_POST = { changePost: POST_PARAMETERS, deletePost: POST_PARAMETERS }

/** What is answered to a message. What there is besides `ok` and the receipt depends on the formats. */
export function delivered(formats: readonly Format[]): readonly ApiAnswer[] {
  const answering = formats.filter(({ answer }) => answer !== undefined)
  const known = answering.flatMap(({ name }) => FORMAT_ANSWERS[name] ?? [])
  const isOwn = answering.some(({ name }) => FORMAT_ANSWERS[name] === undefined)
  const others = [...new Set(known.map(({ status }) => status))].filter((status) => status !== 200)
  return [
    {
      status: 200,
      description: `${DELIVERED} Formats whose senders expect something else get that.`,
      content: {
        ...contentOf(
          ['ok', ...textsOf(known, 200)],
          [reference('Receipt'), ...schemasOf(known, 200)],
        ),
        ...(isOwn ? { '*/*': { schema: {} } } : {}),
      },
      headers: REQUEST_HEADERS,
      links: LINKS_TO_POST,
    },
    ...others.map((status) => ({
      status,
      description: 'What the senders of a format expect',
      content: contentOf(textsOf(known, status), schemasOf(known, status)),
      headers: REQUEST_HEADERS,
    })),
  ]
}

function textsOf(answers: readonly FormatAnswer[], wanted: number): readonly string[] {
  return answers.flatMap(({ status, text }) =>
    status === wanted && text !== undefined ? [text] : [],
  )
}

function schemasOf(answers: readonly FormatAnswer[], wanted: number): readonly JsonSchema[] {
  return answers.flatMap(({ status, json }) => (status === wanted && json ? [reference(json)] : []))
}

function contentOf(texts: readonly string[], schemas: readonly JsonSchema[]): ApiContent {
  const [only] = schemas
  return {
    ...(texts.length === 0 ? {} : { 'text/plain': { schema: { enum: texts } } }),
    ...(only === undefined
      ? {}
      : { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } }),
  }
}
