/** The members of an object; of anything else, none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return value instanceof Object ? Object.fromEntries(Object.entries(value)) : {}
}
