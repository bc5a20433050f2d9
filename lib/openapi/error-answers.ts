import { type ErrorCode, ERRORS } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { type JsonSchema, reference } from '../model/json-schema.js'

type Json = Readonly<Record<string, unknown>>

/** One answer for each status, with the errors that have it. */
export function errorAnswers(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, of]) => [status, errorAnswer(status, of)]))
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
