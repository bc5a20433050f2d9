/** What docs/templates.md says of a filter. */
export interface FilterTexts {
  /** Its arguments as they are written; `''` for none. */
  readonly takes: string
  readonly does: string
  /** A value, and the call that the page shows with what it writes. */
  readonly example: readonly [value: unknown, call: string]
}

/** By name, in the order of the page. */
export const FILTER_TEXTS: Readonly<Record<string, FilterTexts>> = {
  cut: {
    takes: 'number',
    does: 'at most so many characters',
    example: ['Deploy of the shop', 'cut: 10'],
  },
  first: {
    takes: 'number?',
    does: 'the first elements of a list; the first line of a text',
    example: [['a', 'b', 'c'], 'first: 2'],
  },
  lower: { takes: '', does: 'in lower case', example: ['FAILED', 'lower'] },
  upper: { takes: '', does: 'in upper case', example: ['failed', 'upper'] },
  default: {
    takes: 'text',
    does: 'this text, if `{{#if}}` would not hold',
    example: [null, 'default: "nobody"'],
  },
  date: {
    takes: '',
    does: 'an ISO 8601 date, or seconds or milliseconds since 1970, in UTC',
    example: [1_773_050_400, 'date'],
  },
  ago: {
    takes: '',
    does: 'how long before or after the request it was',
    example: ['2026-03-09T10:00:00Z', 'ago'],
  },
  json: {
    takes: '',
    does: 'as JSON, without credentials',
    example: [{ a: [1, 2], token: 'x' }, 'json'],
  },
  count: {
    takes: '',
    does: 'the number of elements of a list, else 0',
    example: [['a', 'b'], 'count'],
  },
  join: {
    takes: 'text?',
    does: 'a list with this text between; default: `, `',
    example: [['a', 'b'], 'join: " and "'],
  },
  map: {
    takes: 'path',
    does: 'what each element of a list has at this path',
    example: [[{ name: 'Ana' }, { name: 'Bo' }], 'map: "name"'],
  },
  replace: {
    takes: 'text, text',
    does: 'the second text wherever the first one is',
    example: ['a/b/c', 'replace: "/", "-"'],
  },
}
