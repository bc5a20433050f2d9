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
    does: 'at most so many characters, the last of which is `…` if the text was longer',
    example: ['Deploy of the shop', 'cut: 10'],
  },
  first: {
    takes: 'number, or nothing',
    does: 'of a list, the first element, or a list of the first so many; of a text, the first line',
    example: [['a', 'b', 'c'], 'first: 2'],
  },
  lower: { takes: '', does: 'in lower case', example: ['FAILED', 'lower'] },
  upper: { takes: '', does: 'in upper case', example: ['failed', 'upper'] },
  default: {
    takes: 'text',
    does: 'this text, if the value is `false`, `null`, missing, `""` or `[]`',
    example: [null, 'default: "nobody"'],
  },
  date: {
    takes: '',
    does: 'the time in UTC, of an ISO 8601 date, or of seconds or milliseconds since 1970. What is not a time stays as it is',
    example: [1_773_050_400, 'date'],
  },
  ago: {
    takes: '',
    does: 'how long before the request the time was, or how long after it (`in 10 min`)',
    example: ['2026-03-09T10:00:00Z', 'ago'],
  },
  json: {
    takes: '',
    does: 'as JSON, without members that are named like credentials',
    example: [{ a: [1, 2], token: 'x' }, 'json'],
  },
  count: {
    takes: '',
    does: 'how many elements a list has; 0 for anything else',
    example: [['a', 'b'], 'count'],
  },
  join: {
    takes: 'text, or nothing',
    does: 'the texts of a list with this text between them; without it, a comma and a space',
    example: [['a', 'b'], 'join: " and "'],
  },
  map: {
    takes: 'path',
    does: 'a list of what is at this path in each element of a list',
    example: [[{ name: 'Ana' }, { name: 'Bo' }], 'map: "name"'],
  },
  replace: {
    takes: 'text, text',
    does: 'with the second text wherever the first one is',
    example: ['a/b/c', 'replace: "/", "-"'],
  },
}
