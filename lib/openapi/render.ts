import { type ErrorCode, ERRORS } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { type JsonSchema, reference } from '../model/json-schema.js'
import type { ApiAnswer, ApiOperation } from './operation.js'

export type Json = Readonly<Record<string, unknown>>

/** The paths of a document. Of two operations with the same method and path, the first one counts. */
export function pathsOf(operations: readonly ApiOperation[]): Readonly<Record<string, Json>> {
  const found = new Map<string, Record<string, unknown>>()
  for (const operation of operations) {
    const { method, path } = operation
    const item = found.get(path) ?? {}
    item[method] ??= operationObject(operation)
    found.set(path, item)
  }
  return Object.fromEntries(found)
}

function operationObject(operation: ApiOperation): Json {
  const { id, tag, summary, description, body, answers, errors, isPublic } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isPublic ? {} : { security: [{ bearer: [] }] }),
    parameters: [...pathParameters(operation), ...(operation.parameters ?? [])],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, answerObject(answer)])),
      ...errorAnswers(errors),
    },
  }
}

function pathParameters({ path, pathSchemas = {} }: ApiOperation): readonly Json[] {
  const ANY: JsonSchema = { type: 'string', minLength: 1 }
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name] ?? ANY,
  }))
}

function answerObject({ description, content, headers = [], links = {} }: ApiAnswer): Json {
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    content,
    links: Object.fromEntries(
      Object.entries(links).map(([operationId, parameters]) => [
        operationId,
        { operationId, parameters },
      ]),
    ),
  }
}

/** One answer for each status, with the errors that have it. */
function errorAnswers(codes: readonly ErrorCode[]): Json {
  const known = [...new Set(codes)]
  // An object has names that are numbers in ascending order.
  return Object.fromEntries(
    known.map((code) => {
      const { status } = ERRORS[code]
      return [
        status,
        errorAnswer(
          status,
          known.filter((each) => ERRORS[each].status === status),
        ),
      ]
    }),
  )
}

/** An example of each error, for the components of a document. */
export function errorExamples(): Json {
  return Object.fromEntries(fieldNames(ERRORS).map((code) => [code, { value: exampleOf(code) }]))
}

function errorAnswer(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: errorSchema(status, codes),
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function errorSchema(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const ids = [...new Set(codes.map((code) => ERRORS[code].id))]
  return {
    allOf: [
      reference('Error'),
      { properties: { id: { enum: ids }, status_code: { const: status } } },
    ],
  }
}

function exampleOf(code: ErrorCode): Json {
  const { id, message, detail, status } = ERRORS[code]
  return {
    id,
    message,
    detailed_error: detail,
    request_id: '3f1c5d0e-2b7a-4c7e-9d57-0a1f6f3f2c11',
    status_code: status,
  }
}
