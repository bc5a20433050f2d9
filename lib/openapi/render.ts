import { errorAnswers } from './error-answers.js'
import type { ApiAnswer, ApiOperation } from './operation.js'
import type { JsonSchema } from '../model/json-schema.js'

type Json = Readonly<Record<string, unknown>>

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
