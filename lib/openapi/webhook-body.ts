import type { Format } from '../formats/format.js'
import { NATIVE_NAMES } from '../formats/registry.js'
import { webhookSchema } from '../manage/schemas.js'
import { CALLER_FIELDS } from '../model/webhook-fields.js'
import { type JsonSchema, schemaOf } from './schema.js'

/** What a webhook may be created with or changed to, where the host has these formats. */
export function webhookBody(formats: readonly Format[]): JsonSchema {
  const { properties, ...described } = schemaOf(webhookSchema)
  const names = ['', ...NATIVE_NAMES, ...formats.map(({ name }) => name)]
  return {
    ...described,
    properties: {
      ...membersOf(properties),
      ...Object.fromEntries(
        Object.values(CALLER_FIELDS)
          .filter(({ kind }) => kind === 'names')
          .map(({ wire }) => [wire, orText(membersOf(properties)[wire])]),
      ),
      format: { anyOf: [{ type: 'string', enum: names }, { type: 'null' }] },
    },
  }
}

/** Lists of names may also be a text, as forms have them. */
function orText(list: unknown): JsonSchema {
  return { anyOf: [list, { type: 'string', description: 'Names with commas between them.' }] }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return value instanceof Object ? Object.fromEntries(Object.entries(value)) : {}
}
