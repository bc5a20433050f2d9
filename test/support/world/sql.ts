/** What is the same in each run: a number from 0 to 1 for each value of an expression of the type bigint. */
export function part(number: string, salt: number): string {
  return `((hashint8extended(${number}, ${salt}) & 4294967295) / 4294967296.0::double precision)`
}

/** A number below `count` for each number. The higher the power, the more often the low ones. */
export function pick(count: number, power: number, number: string, salt: number): string {
  return `floor(${count} * ${part(number, salt)} ^ ${power})::bigint`
}

/** Ids have 26 characters, as those that the library makes. */
export function idOf(kind: string, number: number): string {
  return `${kind}${number}`.padEnd(26, 'y')
}

export function sqlId(kind: string, number: string): string {
  return `rpad('${kind}' || ${number}, 26, 'y')`
}

/** All numbers below `count`, as `n`. */
export function numbers(count: number, from = 0): string {
  return `generate_series(${from}::bigint, ${from + count - 1}) AS n`
}

/** JSON as an expression: `{{column}}` in a text is the column's value, `{{#column}}` is one that is no text. */
export function sqlJson(value: object): string {
  const filled = JSON.stringify(value)
    .replaceAll("'", "''")
    .replace(/"\{\{#(\w+)\}\}"|\{\{(\w+)\}\}/g, (_found, whole?: string, within?: string) => {
      return `', ${whole ?? within ?? ''}, '`
    })
  return `concat('${filled}')`
}
