import * as z from 'zod'

/** A schema in the dialect of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What may be sent, not what it becomes when it is read. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return rest
}

/** A schema of the document's components. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
