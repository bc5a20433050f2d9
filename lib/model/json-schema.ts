/** A schema in the dialect of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Schemas by the names of members. A name that ends with `?` may be absent. */
export type MemberSchemas = Readonly<Record<string, JsonSchema>>

const MOST = Number.MAX_SAFE_INTEGER

export const TEXT: JsonSchema = { type: 'string' }
export const FLAG: JsonSchema = { type: 'boolean' }
export const NUMBER: JsonSchema = { type: 'number' }

export function integer(minimum = -MOST, maximum = MOST): JsonSchema {
  return { type: 'integer', minimum, maximum }
}

export function oneOf(texts: readonly string[]): JsonSchema {
  return { type: 'string', enum: texts }
}

export function exactly(value: string | number | boolean): JsonSchema {
  return { type: typeof value, const: value }
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function orNull(schema: JsonSchema): JsonSchema {
  const { type, ...rules } = schema
  if (type !== undefined && Object.keys(rules).length === 0) return { type: [type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

export function objectOf(members: MemberSchemas): JsonSchema {
  const names = Object.keys(members)
  const required = names.filter((name) => !name.endsWith('?'))
  const properties = Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]]))
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** Members that are texts. */
export function texts(...names: readonly string[]): MemberSchemas {
  return Object.fromEntries(names.map((name) => [name, TEXT]))
}

/** An object in which an unknown member is a mistake. */
export function closed(members: MemberSchemas): JsonSchema {
  return { ...objectOf(members), additionalProperties: false }
}

/** A schema of the components of a document. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
